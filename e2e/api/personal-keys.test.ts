import { beforeAll, describe, expect, it } from "vitest";
import { expectRefusal, send } from "./client";
import {
  type ApiKey,
  bearer,
  createKey,
  createProject,
  createTeam,
  done,
  join,
  type Person,
  type Project,
  signUp,
  type Team,
} from "./fixtures";

let admin: Person;
let member: Person;
let team: Team;
let project: Project;

beforeAll(async () => {
  [admin, member] = await Promise.all([signUp(), signUp()]);
  team = await createTeam(admin);
  await join(admin, team.id, member);
  project = await createProject(admin, team.id);
});

const path = (rest: string) => `/api/projects/${project.referenceId}/${rest}`;
const withKey = ({ key }: ApiKey, at: string, method = "GET") =>
  send({ method, path: at, headers: bearer(key) });

describe("a member's personal key", () => {
  it("works within their role, is found by them and admins, and ends when they are removed", async () => {
    const key = await createKey(member, project.referenceId, { name: "Laptop", personal: true });
    expect((await withKey(key, path("mocks"))).status).toBe(200);
    expect((await withKey(key, "/api/key")).json()).toMatchObject({ personal: true, scopes: ["admin"] });
    const [environment] = await done<{ id: string }[]>(admin.get(path("environments")));
    const refused = await withKey(key, path(`environments/${environment?.id}`), "DELETE");
    expect(expectRefusal(refused, 403).error).toBe("Requires admin role on this project");

    const other = await signUp();
    await join(admin, team.id, other);
    const found = async (person: Person) => {
      const query = `/api/search?q=laptop&projectId=${project.referenceId}`;
      return (await done<{ id: string }[]>(person.get(query))).some(({ id }) => id === key.id);
    };
    expect([await found(member), await found(admin), await found(other)]).toEqual([true, true, false]);
    const mentioned = async (person: Person) => {
      const log = `/api/teams/${team.id}/audit-log?subjectId=${key.id}`;
      const entries = await done<unknown[]>(person.get(log));
      const { changes } = await done<{ changes: { subjectId: string }[] }>(person.get(path("activity")));
      return [entries.length > 0, changes.some(({ subjectId }) => subjectId === key.id)];
    };
    expect(await mentioned(admin)).toEqual([true, true]);
    expect(await mentioned(member)).toEqual([true, true]);
    expect(await mentioned(other)).toEqual([false, false]);

    await done(admin.delete(`/api/teams/${team.id}/members/${member.id}`));
    expectRefusal(await withKey(key, path("mocks")), 401);
    const listed = await done<ApiKey[]>(admin.get(path("api-keys")));
    expect(listed.find(({ id }) => id === key.id)).toMatchObject({
      revokedAt: expect.any(String),
      createdBy: { userId: member.id, isMember: false },
    });
  });
});

describe("a path for people", () => {
  it("says so to a key, whether it is valid or not", async () => {
    const key = await createKey(admin, project.referenceId);
    for (const text of [key.key, "fk_wrong"]) {
      const answer = await send({ path: path("api-keys"), headers: bearer(text) });
      expect(answer.status).toBe(401);
      expect(answer.json()).toMatchObject({
        error: "Unauthorized",
        hint: "This endpoint needs a signed-in user, not an API key.",
      });
    }
  });
});
