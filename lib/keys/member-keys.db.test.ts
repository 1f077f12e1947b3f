import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openProcessDatabase } from "@/db/fixtures/process-database";
import { insertMember, insertProject, insertTeam } from "@/db/fixtures/rows";
import { type Caller, type Person, person, personOf } from "@/lib/auth/fixtures/caller";
import { actorOfKey } from "@/lib/auth/known-keys";
import { handleMoveProject } from "@/lib/projects/move-project";
import { demote, insertAdmins, remove } from "@/lib/teams/fixtures";
import { handleCreateApiKey } from "./create-api-key";
import { handleListApiKeys } from "./list-api-keys";
import { handleListMemberKeys } from "./list-member-keys";
import { handleRollApiKey } from "./roll-api-key";

let close: () => Promise<void>;
let teamId: string;
let owner: Person;
let evil: Person;

beforeAll(async () => {
  close = await openProcessDatabase();
});
afterAll(() => close());
beforeEach(async () => {
  ({ teamId, owner, evil } = await insertAdmins());
});

describe("API keys of a team", () => {
  let projectId: string;
  type Made = { id: string; key: string };

  beforeEach(async () => {
    projectId = (await insertProject(teamId)).referenceId;
  });

  const make = (by: Caller) => by.call(handleCreateApiKey, { projectId, name: "CI" }) as Promise<Made>;
  const roll = (by: Caller, { id: keyId }: Made) =>
    by.call(handleRollApiKey, { projectId, keyId }) as Promise<Made>;
  const listed = async (by: Caller) => (await by.call(handleListApiKeys, { projectId })).items;
  const keysOf = async (by: Caller, { id: userId }: Person) =>
    (await by.call(handleListMemberKeys, { teamId, userId })).items;
  const works = async ({ key }: Made) => (await actorOfKey(key)) !== undefined;
  const maker = ({ id: userId, email }: Person, isMember = true) => ({
    userId,
    name: "Ada",
    email,
    isMember,
  });

  test("show admins who made or rolled them, and members nobody", async () => {
    const member = await personOf(teamId, "member");
    const rolled = await roll(owner, await make(evil));
    expect(rolled).toMatchObject({ createdBy: maker(owner) });
    const shown = await listed(owner);
    expect(shown.map(({ createdBy }) => createdBy)).toEqual([maker(owner), maker(evil)]);
    expect((await listed(member)).map(({ createdBy }) => createdBy)).toEqual([null, null]);
  });

  test("of a member go on when they are removed, and are shown as what remains", async () => {
    const key = await make(evil);
    await remove(teamId, owner, evil);
    expect(await works(key)).toBe(true);
    const project = { referenceId: projectId, name: expect.any(String) };
    expect(await keysOf(owner, evil)).toMatchObject([{ id: key.id, createdBy: maker(evil, false), project }]);
  });

  test("end with the removal where the admin says so: theirs, in this team alone", async () => {
    const elsewhere = (await insertTeam()).id;
    const foreign = await insertProject(elsewhere);
    await insertMember(elsewhere, evil.id, "admin");
    const kept = [
      await make(owner),
      (await evil.call(handleCreateApiKey, { projectId: foreign.referenceId, name: "CI" })) as Made,
    ];
    const ended = [await make(evil), await make(evil)];
    await remove(teamId, owner, evil, { revokeKeys: true });
    expect(await Promise.all(ended.map(works))).toEqual([false, false]);
    expect(await Promise.all(kept.map(works))).toEqual([true, true]);
  });

  test("that are made or rolled at the same moment end too, or are refused", async () => {
    const first = await make(evil);
    const made = [make(evil), roll(evil, first), make(evil)];
    await Promise.allSettled([...made, remove(teamId, owner, evil, { revokeKeys: true })]);
    for (const each of await Promise.allSettled(made)) {
      if (each.status === "fulfilled") expect(await works(each.value)).toBe(false);
    }
    expect(await works(first)).toBe(false);
  });

  test("that are made while their project moves end with the removal from the team that it is in then", async () => {
    const { id: toTeamId } = await insertTeam();
    await insertMember(toTeamId, owner.id, "admin");
    await insertMember(toTeamId, evil.id, "admin");
    const { id, referenceId } = await insertProject(teamId);
    projectId = referenceId;
    const first = await make(evil);
    const [, ...made] = await Promise.all([
      owner.call(handleMoveProject, { teamId, projectId: id, toTeamId }),
      make(evil),
      roll(evil, first),
      make(evil),
    ]);
    await remove(toTeamId, owner, evil, { revokeKeys: true });
    expect(await Promise.all(made.map(works))).toEqual([false, false, false]);
  });

  test("of members who leave by themselves stay: others rely on them", async () => {
    const key = await make(evil);
    await demote(teamId, owner, evil);
    await remove(teamId, evil, evil, { revokeKeys: true });
    expect(await works(key)).toBe(true);
  });

  test("of people without any tie to the team are 404, as of nobody", async () => {
    await expect(keysOf(owner, await person())).rejects.toMatchObject({ code: "not_found" });
  });
});
