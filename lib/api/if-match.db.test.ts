import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { db } from "@/db/database";
import { openProcessDatabase } from "@/db/fixtures/process-database";
import { insertTeam } from "@/db/fixtures/rows";
import { teams } from "@/db/schema/teams";
import { anonymous } from "@/lib/auth/fixtures/caller";
import { changeRow } from "@/lib/operations/if-match";
import { versionTag } from "@/lib/operations/operation";

let close: () => Promise<void>;
beforeAll(async () => {
  close = await openProcessDatabase();
});
afterAll(() => close());

/** Renames a team that another writer renames between the read and the write. */
async function renameLate(ifMatch: (updatedAt: Date) => string | undefined) {
  const { id } = await insertTeam();
  const where = eq(teams.id, id);
  const find = async () => {
    const [team] = await db().select().from(teams).where(where);
    if (!team) throw new Error("the team is gone");
    return team;
  };
  const found = await find();
  await db()
    .update(teams)
    .set({ name: "Theirs", updatedAt: new Date("2031-01-01") })
    .where(where);
  const tag = ifMatch(found.updatedAt);
  const ctx = { ...anonymous.ctx(), headers: new Headers(tag ? { "if-match": tag } : {}) };
  const show = ({ name }: { name: string }) => ({ name });
  const renamed = changeRow(ctx, teams, { where, found, find, show, changes: { name: "Ours" } });
  return { renamed, name: async () => (await find()).name };
}

const read = (updatedAt: Date) => versionTag(updatedAt.toISOString());

test("with If-Match, a row that changed after it was read stays as it is", async () => {
  const { renamed, name } = await renameLate(read);
  await expect(renamed).rejects.toMatchObject({ code: "changed", current: { name: "Theirs" } });
  expect(await name()).toBe("Theirs");
});

test.each([undefined, "*"])("with If-Match %s, the last write wins", async (tag) => {
  const { renamed, name } = await renameLate(() => tag);
  expect(await renamed).toEqual({ name: "Ours" });
  expect(await name()).toBe("Ours");
});
