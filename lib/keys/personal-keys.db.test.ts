import { and, eq, isNull } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { db } from "@/db/database";
import { openProcessDatabase } from "@/db/fixtures/process-database";
import { insertMember, insertProject, insertTeam } from "@/db/fixtures/rows";
import { apiKeys } from "@/db/schema/keys";
import { endAccess } from "@/lib/auth/end-access";
import { Caller, clock, type Person, personOf } from "@/lib/auth/fixtures/caller";
import { actorOfKey } from "@/lib/auth/known-keys";
import { handleCreateEnvironment } from "@/lib/environments/create-environment";
import { handleDeleteEnvironment } from "@/lib/environments/delete-environment";
import { handleListEnvironments } from "@/lib/environments/list-environments";
import type { CallInput } from "@/lib/operations/operation";
import { handleMoveProject } from "@/lib/projects/move-project";
import { demote, remove } from "@/lib/teams/fixtures";
import { handleUpdateMember } from "@/lib/teams/update-member";
import type { createApiKey } from "./contract";
import { handleCreateApiKey } from "./create-api-key";
import { handleGetApiKey } from "./get-api-key";
import { personalKeysMax } from "./insert-api-key";
import { handleListApiKeys } from "./list-api-keys";
import { handleRevokeApiKey } from "./revoke-api-key";
import { handleRollApiKey } from "./roll-api-key";
import { handleUpdateApiKey } from "./update-api-key";

type Made = { id: string; key: string };

let close: () => Promise<void>;
let teamId: string;
let project: { id: string; referenceId: string };
let admin: Person;
let member: Person;
let other: Person;

beforeAll(async () => {
  close = await openProcessDatabase();
});
afterAll(() => close());
beforeEach(async () => {
  teamId = (await insertTeam()).id;
  project = await insertProject(teamId);
  admin = await personOf(teamId, "admin");
  member = await personOf(teamId, "member");
  other = await personOf(teamId, "member");
});

type Fields = Partial<CallInput<typeof createApiKey>>;
const create = (by: Caller, fields: Fields = {}) =>
  by.call(handleCreateApiKey, {
    ...{ projectId: project.referenceId, name: "CLI", personal: true },
    ...fields,
  }) as Promise<Made>;
const place = ({ id: keyId }: Made) => ({ projectId: project.referenceId, keyId });
const roll = (by: Caller, key: Made) => by.call(handleRollApiKey, place(key)) as Promise<Made>;
const revoke = (by: Caller, key: Made) => by.call(handleRevokeApiKey, place(key));
const rename = (by: Caller, key: Made) => by.call(handleUpdateApiKey, { ...place(key), name: "Renamed" });
const listed = async (by: Caller) =>
  (await by.call(handleListApiKeys, { projectId: project.referenceId })).items;
const works = async ({ key }: Made) => (await actorOfKey(key)) !== undefined;
/** The key as a caller. */
const as = async ({ key }: Made) => new Caller((await actorOfKey(key)) ?? { kind: "anonymous" });

const environments = (by: Caller) => by.call(handleListEnvironments, { projectId: project.referenceId });
/** Creating an environment is for members, deleting it for admins. */
let created = 0;
const addEnvironment = (by: Caller) => {
  created += 1;
  return by.call(handleCreateEnvironment, { projectId: project.referenceId, name: `Staging ${created}` });
};
const deleteEnvironment = async (by: Caller) => {
  const { id } = (await addEnvironment(admin)) as { id: string };
  return by.call(handleDeleteEnvironment, { projectId: project.referenceId, environmentId: id });
};

const needsAdmin = { code: "forbidden", message: "Requires admin role on this project" };

describe("a member", () => {
  test("creates personal keys, and is told so when asking for a key of the project", async () => {
    await expect(create(member, { personal: false })).rejects.toMatchObject({
      ...needsAdmin,
      hint: expect.stringContaining('"personal": true'),
    });
    expect(await create(member)).toMatchObject({ personal: true, createdBy: { userId: member.id } });
  });

  test("sees keys of the project and their own, and with these who used them", async () => {
    const ofProject = await create(admin, { personal: false });
    const [own] = [await create(member), await create(other), await create(admin)];
    const shown = await listed(member);
    expect(shown.map(({ id }) => id).sort()).toEqual([ofProject.id, own?.id].sort());
    expect(shown.find(({ id }) => id === own?.id)).toMatchObject({ createdBy: { userId: member.id } });
    expect(shown.find(({ id }) => id === ofProject.id)).toMatchObject({ createdBy: null });
    expect(await listed(admin)).toHaveLength(4);
  });

  test("changes their own keys only", async () => {
    const [own, foreign] = [await create(member), await create(other)];
    const ofProject = await create(admin, { personal: false });
    for (const key of [foreign, ofProject]) {
      for (const change of [rename, roll, revoke]) {
        await expect(change(member, key)).rejects.toMatchObject(needsAdmin);
      }
    }
    await expect(member.call(handleGetApiKey, place(foreign))).rejects.toMatchObject({ code: "not_found" });
    expect(await rename(member, own)).toMatchObject({ name: "Renamed", personal: true });
    const successor = await roll(member, own);
    expect(successor).toMatchObject({ personal: true, createdBy: { userId: member.id } });
    await revoke(member, successor);
    expect([await works(own), await works(successor)]).toEqual([false, false]);
  });
});

describe("an admin", () => {
  test("revokes and renames personal keys of others, and can't get a new one for them", async () => {
    const key = await create(member);
    await expect(roll(admin, key)).rejects.toMatchObject({ code: "forbidden" });
    expect(await works(key)).toBe(true);
    await rename(admin, key);
    await revoke(admin, key);
    expect(await works(key)).toBe(false);
  });
});

describe("a personal key", () => {
  test("has its owner's role, as it is at the time of the call", async () => {
    const key = await as(await create(member));
    await addEnvironment(key);
    await expect(deleteEnvironment(key)).rejects.toMatchObject(needsAdmin);
    await admin.call(handleUpdateMember, { teamId, userId: member.id, role: "admin" });
    await deleteEnvironment(key);
    await demote(teamId, admin, member);
    await expect(deleteEnvironment(key)).rejects.toMatchObject(needsAdmin);
  });

  test("does nothing in other projects of the team", async () => {
    const key = await as(await create(member));
    const { referenceId } = await insertProject(teamId);
    await expect(key.call(handleListEnvironments, { projectId: referenceId })).rejects.toMatchObject({
      code: "forbidden",
      message: "API key does not have access to this project",
    });
  });

  test.each<[string, () => Promise<unknown>]>([
    ["is removed", () => remove(teamId, admin, member)],
    ["leaves", () => remove(teamId, member, member)],
    ["deletes the account", () => db().transaction((tx) => endAccess(tx, member.id, "account deleted"))],
    [
      "loses the account to its address's owner",
      () => db().transaction((tx) => endAccess(tx, member.id, "provider verified the address")),
    ],
    [
      "isn't in the project's new team",
      async () => {
        const { id: toTeamId } = await insertTeam();
        await insertMember(toTeamId, admin.id, "admin");
        await admin.call(handleMoveProject, { teamId, projectId: project.id, toTeamId });
      },
    ],
  ])("ends when its owner %s, and no other key does", async (_, leave) => {
    const [key, foreign, ofProject] = [
      await create(member),
      await create(admin),
      await create(admin, { personal: false }),
    ];
    const caller = await as(key);
    await environments(caller);
    await leave();
    // The row says so, not only the check of the membership.
    const active = await db()
      .select({ id: apiKeys.id })
      .from(apiKeys)
      .where(and(eq(apiKeys.projectId, project.id), isNull(apiKeys.revokedAt)));
    expect(active.map(({ id }) => id).sort()).toEqual([foreign.id, ofProject.id].sort());
  });

  test("is refused when it still is known while the membership ends, and stays so after a return", async () => {
    const key = await create(member);
    const caller = await as(key);
    await remove(teamId, admin, member);
    expect(await works(key)).toBe(false);
    await expect(environments(caller)).rejects.toMatchObject({ code: "forbidden" });
    await insertMember(teamId, member.id, "member");
    expect(await works(key)).toBe(false);
  });

  test("outlives a password reset, unless the address comes back to its former owner", async () => {
    const [before, since] = [await create(member), new Date(clock.now.getTime() + 1000)];
    await db().transaction((tx) => endAccess(tx, member.id, "password reset"));
    expect(await works(before)).toBe(true);
    clock.now = new Date(since.getTime() + 1000);
    const after = await create(member);
    const end = await db().transaction((tx) => endAccess(tx, member.id, "email restored", { since }));
    await end();
    expect([await works(before), await works(after)]).toEqual([true, false]);
  });
});

describe("personal keys of one person", () => {
  test("leave room: the oldest ended ones are deleted, and too many active ones are refused", async () => {
    const made: Made[] = [];
    for (let at = 0; at < personalKeysMax; at += 1) made.push(await create(member));
    await expect(create(member)).rejects.toMatchObject({
      code: "quota_exceeded",
      message: expect.stringContaining(`${personalKeysMax} active personal keys`),
    });
    await create(other);
    await create(admin, { personal: false });
    const [first, second] = made;
    if (!first || !second) throw new Error("No keys were created");
    await revoke(member, second);
    await create(member);
    const ids = (
      await db().select({ id: apiKeys.id }).from(apiKeys).where(eq(apiKeys.createdBy, member.id))
    ).map(({ id }) => id);
    expect(ids).toHaveLength(personalKeysMax);
    expect([ids.includes(first.id), ids.includes(second.id)]).toEqual([true, false]);
  });
});
