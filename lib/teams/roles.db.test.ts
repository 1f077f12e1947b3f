import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { db } from "@/db/database";
import { openProcessDatabase } from "@/db/fixtures/process-database";
import { insertMember, insertTeam } from "@/db/fixtures/rows";
import { teamMembers } from "@/db/schema/teams";
import { type Caller, person, personOf } from "@/lib/auth/fixtures/caller";
import { demote, remove } from "./fixtures";
import { handleUpdateMember } from "./update-member";

type Person = Caller & { id: string };

let close: () => Promise<void>;
let teamId: string;
let admin: Person;

beforeAll(async () => {
  close = await openProcessDatabase();
});
afterAll(() => close());
beforeEach(async () => {
  teamId = (await insertTeam()).id;
  admin = await personOf(teamId, "admin");
});

async function roles(): Promise<Record<string, string>> {
  const rows = await db().select().from(teamMembers).where(eq(teamMembers.teamId, teamId));
  return Object.fromEntries(rows.map(({ userId, role }) => [userId, role]));
}

const lastAdmin = { code: "conflict", message: "A team keeps at least one admin" };

describe("the last admin", () => {
  test.each([
    ["can't be demoted", demote],
    ["can't leave", remove],
  ])("%s, whoever else is a member", async (_, change) => {
    const member = await personOf(teamId, "member");
    await expect(change(teamId, admin, admin)).rejects.toMatchObject(lastAdmin);
    expect(await roles()).toEqual({ [admin.id]: "admin", [member.id]: "member" });
  });

  test("an admin of another team does not count", async () => {
    await personOf((await insertTeam()).id, "admin");
    await expect(demote(teamId, admin, admin)).rejects.toMatchObject(lastAdmin);
  });

  test.each([
    ["demoted", demote],
    ["removed", remove],
  ])("of two admins who have each other %s at once, one stays", async (_, change) => {
    const other = await personOf(teamId, "admin");
    const results = await Promise.allSettled([change(teamId, admin, other), change(teamId, other, admin)]);
    expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(Object.values(await roles()).filter((role) => role === "admin")).toHaveLength(1);
  });
});

describe("with a second admin", () => {
  test("the first may be demoted by the other, and go", async () => {
    const other = await personOf(teamId, "admin");
    expect(await demote(teamId, other, admin)).toMatchObject({ userId: admin.id, role: "member" });
    await remove(teamId, admin, admin);
    expect(await roles()).toEqual({ [other.id]: "admin" });
  });

  test("a member is made an admin by an admin, and not by themselves", async () => {
    const member = await personOf(teamId, "member");
    const promote = (by: Caller) => by.call(handleUpdateMember, { teamId, userId: member.id, role: "admin" });
    await expect(promote(member)).rejects.toMatchObject({ code: "forbidden" });
    expect((await roles())[member.id]).toBe("member");
    expect(await promote(admin)).toMatchObject({ role: "admin" });
  });
});

test("a member leaves, and removes nobody else", async () => {
  const [member, colleague] = [await personOf(teamId, "member"), await personOf(teamId, "member")];
  await expect(remove(teamId, member, colleague)).rejects.toMatchObject({ code: "forbidden" });
  await remove(teamId, member, member);
  expect(await roles()).toEqual({ [admin.id]: "admin", [colleague.id]: "member" });
});

test("whoever is in another team only is no member here", async () => {
  const outsider = await personOf((await insertTeam()).id, "member");
  await expect(remove(teamId, admin, outsider)).rejects.toMatchObject({
    code: "not_found",
    message: "Member not found",
  });
  expect(await roles()).toEqual({ [admin.id]: "admin" });
});

test("the owner of a personal team stays its admin, also beside another one", async () => {
  const owner = await person();
  teamId = (await insertTeam(owner.id)).id;
  await insertMember(teamId, owner.id, "admin");
  const other = await personOf(teamId, "admin");
  const kept = { code: "conflict", message: "The owner of a personal team stays its admin" };
  await expect(demote(teamId, other, owner)).rejects.toMatchObject(kept);
  await expect(remove(teamId, owner, owner)).rejects.toMatchObject(kept);
  expect((await roles())[owner.id]).toBe("admin");
});
