import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { db } from "@/db/database";
import { openProcessDatabase } from "@/db/fixtures/process-database";
import { insertTeam } from "@/db/fixtures/rows";
import { teams } from "@/db/schema/teams";
import { anonymous } from "@/lib/auth/fixtures/caller";
import { changeRow } from "@/lib/operations/change-row";
import type { Ctx } from "@/lib/operations/context";
import { versionTag } from "@/lib/operations/operation";

let close: () => Promise<void>;
beforeAll(async () => {
  close = await openProcessDatabase();
});
afterAll(() => close());

/** Renames a team that another writer renamed since the caller read it. */
async function renameLate(ifMatch: (updatedAt: Date) => string | undefined) {
  const { id } = await insertTeam();
  const where = eq(teams.id, id);
  const find = async (inner: Pick<Ctx, "db">) => {
    const [team] = await inner.db.select().from(teams).where(where).for("no key update");
    if (!team) throw new Error("the team is gone");
    return team;
  };
  const found = await find({ db: db() });
  await db()
    .update(teams)
    .set({ name: "Theirs", updatedAt: new Date("2031-01-01") })
    .where(where);
  const tag = ifMatch(found.updatedAt);
  const ctx = { ...anonymous.ctx(), headers: new Headers(tag ? { "if-match": tag } : {}) };
  const show = ({ name }: { name: string }) => ({ name });
  const fields = async () => ({ name: "Ours" });
  const renamed = changeRow(ctx, teams, { fields, find, change: (_, given) => given, show });
  return { renamed, name: async () => (await find({ db: db() })).name };
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
