import { beforeAll, describe, expect, it } from "vitest";
import {
  createFlag,
  createGroup,
  createKey,
  createMock,
  createProject,
  createRecord,
  createTeam,
  createWebhook,
  done,
  join,
  type Person,
  type Project,
  signUp,
  type Team,
  unique,
} from "./fixtures";

type Found = { kind: string; id: string; name: string; detail: string } & Record<string, unknown>;

let ada: Person;
let ben: Person;
let stranger: Person;
let team: Team;
let project: Project;
const word = unique("needle");

beforeAll(async () => {
  [ada, ben, stranger] = await Promise.all([signUp(), signUp(undefined, `Ben ${word}`), signUp()]);
  team = await createTeam(ada);
  await join(ada, team.id, ben);
  project = await createProject(ada, team.id, word);
});

const find = (q: string, of: string | null = project.id, person = ada) =>
  done<Found[]>(person.get(`/api/search?q=${encodeURIComponent(q)}${of === null ? "" : `&projectId=${of}`}`));

describe("a search", () => {
  it("finds one of each kind, and tells where it is", async () => {
    const { referenceId, id } = project;
    const mock = await createMock(ada, id, { name: `Mock ${word}` });
    const inbox = await createWebhook(ada, id, { name: `Inbox ${word}` });
    const flag = await createFlag(ada, referenceId, { name: `Flag ${word}`, key: word });
    const group = await createGroup(ada, referenceId, { name: `Group ${word}` });
    const record = await createRecord(ada, group, { name: `Record ${word}` });
    const key = await createKey(ada, referenceId, { name: `Key ${word}` });
    const place = { teamSlug: team.slug, projectSlug: word };
    const expected = [
      { kind: "project", id, ...place },
      { kind: "mock", id: mock.id, detail: `GET ${mock.endpoint}`, ...place },
      { kind: "webhook", id: inbox.id, detail: inbox.referenceId, ...place },
      { kind: "flag", id: flag.key, ...place },
      { kind: "group", id: group.id, detail: group.key, ...place },
      { kind: "record", id: record.id, groupId: group.id, ...place },
      { kind: "key", id: key.id, ...place },
      { kind: "person", id: ben.id, detail: ben.email, teamSlug: team.slug, projectSlug: null },
    ];
    expect(await find(word)).toMatchObject(expected);
    expect(await find(word.toUpperCase(), referenceId)).toMatchObject(expected);
    expect(await find(word, null, ben)).toMatchObject([{ kind: "project", id }]);
  });

  it("shows five of a kind, the best first", async () => {
    const names = ["zebra", "a zebra", "zebra crossing", "zebras", "my zebra", "the zebra", "cezebra"];
    for (const name of names) await createMock(ada, project.id, { name });
    const found = await find("zebra");
    expect(found).toHaveLength(5);
    expect(found[0]?.name).toBe("zebra");
    expect(found.map(({ name }) => name)).not.toContain("cezebra");
  });

  it("takes what people type for what they mean, not for a pattern", async () => {
    for (const q of ["%", "f__", "\\", "'; drop table mocks", "100%"]) expect(await find(q)).toEqual([]);
  });

  it("finds nothing for strangers, in no project of others", async () => {
    expect(await find(word, null, stranger)).toEqual([]);
    const answer = await stranger.get(`/api/search?q=${word}&projectId=${project.id}`);
    expect(answer.status).toBe(403);
    expect((await ada.get(`/api/search?q=x&projectId=unknown`)).status).toBe(404);
  });

  it.each(["", "?q=", "?q=%20", `?q=${"x".repeat(201)}`, `?q=${"a%20".repeat(11)}`])(
    "%j is 400",
    async (query) => {
      expect((await ada.get(`/api/search${query}`)).status).toBe(400);
    },
  );
});
