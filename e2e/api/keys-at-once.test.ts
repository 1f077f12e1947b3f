import { beforeAll, describe, expect, it } from "vitest";
import {
  type ApiKey,
  createEnvironment,
  createKey,
  createProject,
  createTeam,
  done,
  join,
  type Person,
  type Project,
  signUp,
} from "./fixtures";

/** Each is a matter of luck, and one that waits for another for ever fails: what waits for too long is a 5xx. */
const rounds = 8;

let owner: Person;
let other: Person;

beforeAll(async () => {
  [owner, other] = await Promise.all([signUp(), signUp()]);
});

const pathOf = ({ referenceId }: Project) => `/api/projects/${referenceId}`;

describe("at the same moment", () => {
  it("a person is removed with their keys, and each of these is revoked, rolled, or goes with its environment", async () => {
    const team = await createTeam(owner);
    const project = await createProject(owner, team.id);
    for (let round = 0; round < rounds; round += 1) {
      await join(owner, team.id, other, "admin");
      const environment = await createEnvironment(owner, project.referenceId, { name: `Round ${round}` });
      const bound = { scope: "evaluate", environmentKey: environment.key };
      const keys: ApiKey[] = [];
      for (let made = 0; made < 6; made += 1) keys.push(await createKey(other, project.referenceId, bound));
      const answers = await Promise.all([
        owner.delete(`/api/teams/${team.id}/members/${other.id}?revokeKeys=true`),
        owner.delete(`${pathOf(project)}/environments/${environment.id}`),
        ...[...keys].reverse().map(({ id }) => owner.delete(`${pathOf(project)}/api-keys/${id}`)),
        other.post(`${pathOf(project)}/api-keys/${keys[0]?.id}/roll`, {}),
        other.post(`${pathOf(project)}/api-keys`, { name: "Late", ...bound }),
      ]);
      expect(answers.filter(({ status }) => status >= 500).map((answer) => answer.text())).toEqual([]);
      const left = await done<ApiKey[]>(owner.get(`${pathOf(project)}/api-keys?state=active`));
      expect(left).toEqual([]);
    }
  });

  it("a team is deleted, and keys are made for its environments", async () => {
    for (let round = 0; round < rounds; round += 1) {
      const team = await createTeam(owner);
      const project = await createProject(owner, team.id);
      const body = { name: "CI", scope: "evaluate", environmentKey: "production" };
      const answers = await Promise.all([
        owner.delete(`/api/teams/${team.id}`),
        ...Array.from({ length: 6 }, () => owner.post(`${pathOf(project)}/api-keys`, body)),
      ]);
      expect(answers.filter(({ status }) => status >= 500).map((answer) => answer.text())).toEqual([]);
    }
  });

  it("a project moves to and fro, and its keys are of the team that it is in then", async () => {
    const [one, two] = [await createTeam(owner), await createTeam(owner)];
    const project = await createProject(owner, one.id);
    let [from, to] = [one, two];
    for (let round = 0; round < rounds; round += 1) {
      for (const { id } of [one, two]) await join(owner, id, other, "admin");
      const answers = await Promise.all([
        ...Array.from({ length: 3 }, () => other.post(`${pathOf(project)}/api-keys`, { name: "CI" })),
        owner.post(`/api/teams/${from.id}/projects/${project.id}/move`, { toTeamId: to.id }),
        ...Array.from({ length: 3 }, () => other.post(`${pathOf(project)}/api-keys`, { name: "CI" })),
        owner.delete(`/api/teams/${to.id}/members/${other.id}?revokeKeys=true`),
      ]);
      expect(answers.filter(({ status }) => status >= 500).map((answer) => answer.text())).toEqual([]);
      // Of both, since the removal may have come before the move.
      await done(owner.delete(`/api/teams/${from.id}/members/${other.id}?revokeKeys=true`));
      await join(owner, to.id, other, "admin");
      await done(owner.delete(`/api/teams/${to.id}/members/${other.id}?revokeKeys=true`));
      expect(await done(owner.get(`${pathOf(project)}/api-keys?state=active`))).toEqual([]);
      [from, to] = [to, from];
    }
  });
});
