import { beforeAll, describe, expect, it } from "vitest";
import { nextPage, send } from "./client";
import {
  bearer,
  createFlag,
  createKey,
  createMock,
  createProject,
  createTeam,
  done,
  type Flag,
  join,
  type Person,
  type Project,
  signUp,
  type Team,
} from "./fixtures";
import { type Entry, personalTeam } from "./trail-of";

let admin: Person;
let member: Person;
let team: Team;
let project: Project;

beforeAll(async () => {
  [admin, member] = await Promise.all([signUp(undefined, "Ada"), signUp(undefined, "Ben")]);
  team = await createTeam(admin);
  await join(admin, team.id, member);
  project = await createProject(admin, team.id);
});

const logOf = (query: string, reader = admin, of = project) =>
  done<Entry[]>(reader.get(`/api/projects/${of.id}/audit-log${query}`));
const flagPath = ({ id }: Flag) => `/api/projects/${project.referenceId}/flags/${id}`;
const historyOf = ({ id }: { id: string }) => logOf(`?subjectId=${id}`);

describe("a thing's history", () => {
  it("has who did what, with the fields that differ, newest first", async () => {
    const flag = await createFlag(admin, project.referenceId, { name: "Checkout", key: "checkout" });
    await done(member.put(flagPath(flag), { enabled: true, rollout: 20 }));
    await done(admin.delete(flagPath(flag)));
    const [deleted, updated, created, ...others] = await historyOf(flag);
    expect(others).toEqual([]);
    expect(created).toMatchObject({
      ...{ operation: "createFlag", actorName: "Ada", subjectKind: "flag", subjectName: "Checkout" },
      ...{ before: null, after: { key: "checkout", enabled: false } },
    });
    expect(updated).toMatchObject({ operation: "updateFlag", actorName: "Ben", actorId: member.id });
    expect(updated?.before).toEqual({ enabled: false, rollout: flag.rollout });
    expect(updated?.after).toEqual({ enabled: true, rollout: 20 });
    expect(deleted).toMatchObject({ before: { key: "checkout", enabled: true, rollout: 20 }, after: null });
  });

  it("has no entry of what changed nothing or was refused", async () => {
    const flag = await createFlag(admin, project.referenceId);
    for (const fields of [{}, { enabled: false }, { rollout: flag.rollout, name: flag.name }]) {
      await done(admin.put(flagPath(flag), fields));
    }
    expect((await admin.put(flagPath(flag), { rollout: 101 })).status).toBe(400);
    const stale = { "if-match": '"2020-01-01T00:00:00.000Z"' };
    expect((await admin.call("PUT", flagPath(flag), { enabled: true }, stale)).status).toBe(409);
    expect((await historyOf(flag)).map(({ operation }) => operation)).toEqual(["createFlag"]);
  });

  it("of changes at once is one chain: what one left is what the next one found", async () => {
    const flag = await createFlag(admin, project.referenceId, { rollout: 0 });
    const rollouts = Array.from({ length: 12 }, (_, at) => at + 1);
    await Promise.all(rollouts.map((rollout) => done(admin.put(flagPath(flag), { rollout }))));
    const entries = (await historyOf(flag)).filter(({ operation }) => operation === "updateFlag");
    const steps = new Map(entries.map(({ before, after }) => [before?.rollout, after?.rollout]));
    let [at, seen] = [0, 0];
    for (let next = steps.get(at); next !== undefined; next = steps.get(at)) {
      at = next as number;
      seen += 1;
    }
    expect(seen).toBe(rollouts.length);
  });

  it("has one entry for a call that is repeated with its Idempotency-Key", async () => {
    const path = `/api/projects/${project.id}/mocks`;
    const body = { name: "Once", endpoint: "/once" };
    const repeat = () => admin.call("POST", path, body, { "idempotency-key": "once" });
    const [first] = [await done<{ id: string }>(repeat(), 201), await done(repeat(), 201)];
    expect(await historyOf(first)).toHaveLength(1);
  });

  it("says of a value beyond 32 KiB how long it is", async () => {
    const mock = await createMock(admin, project.id, { responseBody: "x".repeat(100_000) });
    const [created] = await historyOf(mock);
    expect(created?.after?.responseBody).toEqual({ omitted: "100000 characters" });
  });
});

describe("where somebody was", () => {
  it("is shown to admins and not to members, in lists and in files", async () => {
    const [shown] = await logOf("?limit=1");
    expect(shown?.clientAddress).toEqual(expect.stringMatching(/./));
    const [hidden] = await logOf("?limit=1", member);
    expect(hidden).toMatchObject({ clientAddress: null, userAgent: null });
    const file = await member.get(`/api/projects/${project.id}/audit-log/export?format=json`);
    expect(file.json<Entry[]>().every(({ clientAddress }) => clientAddress === null)).toBe(true);
  });
});

describe("filters", () => {
  it("find changes by actor, thing, operation and time", async () => {
    const elsewhere = await createProject(admin, team.id);
    const key = await createKey(admin, elsewhere.referenceId, { name: "CI" });
    const path = `/api/projects/${elsewhere.id}/mocks`;
    const body = JSON.stringify({ name: "By key", endpoint: "/k" });
    const headers = { ...bearer(key.key), "content-type": "application/json" };
    await done(send({ method: "POST", path, headers, body }), 201);
    const of = (query: string) => logOf(query, admin, elsewhere);
    const all = await of("");
    expect(all.map(({ operation }) => operation)).toEqual(["createMock", "createApiKey", "createProject"]);
    const operations = async (query: string) => (await of(query)).map(({ operation }) => operation);
    expect(await operations(`?actorId=${key.id}`)).toEqual(["createMock"]);
    expect(await operations("?actorKind=key")).toEqual(["createMock"]);
    expect((await of("?actorKind=key"))[0]?.actorName).toBe("CI");
    expect(await operations("?subjectKind=key")).toEqual(["createApiKey"]);
    expect(await operations("?operation=createProject")).toEqual(["createProject"]);
    expect(await operations("?q=by%20key")).toEqual(["createMock"]);
    expect(await operations("?until=2020-01-01T00:00:00Z")).toEqual([]);
    expect(await operations("?since=2020-01-01T00:00:00Z")).toHaveLength(3);
    expect((await admin.get(`/api/projects/${elsewhere.id}/audit-log?subjectKind=house`)).status).toBe(400);
    const pages = await admin.get(`/api/projects/${elsewhere.id}/audit-log?limit=2&count=true`);
    expect(pages.headers["x-total-count"]).toBe("3");
    expect((await admin.get(nextPage(pages) ?? "")).json()).toHaveLength(1);
  });
});

describe("a team's trail", () => {
  it("keeps what was done in a project that is gone", async () => {
    const gone = await createProject(admin, team.id);
    await createMock(admin, gone.id, { name: "Lost" });
    await done(admin.delete(`/api/teams/${team.id}/projects/${gone.id}`));
    const entries = await done<Entry[]>(admin.get(`/api/teams/${team.id}/audit-log?limit=2`));
    expect(entries).toMatchObject([
      { operation: "deleteProject", projectId: gone.id, before: { slug: gone.slug } },
      { operation: "createMock", subjectName: "Lost" },
    ]);
  });

  it("and that of the new team have the move of a project, its own once", async () => {
    const [moved, target] = [await createProject(admin, team.id), await createTeam(admin)];
    const path = `/api/teams/${team.id}/projects/${moved.id}/move`;
    await done(admin.post(path, { toTeamId: target.id }));
    const move = { operation: "moveProject", subjectId: moved.id, after: { teamId: target.id } };
    for (const { id } of [team, target]) {
      expect(await done(admin.get(`/api/teams/${id}/audit-log?operation=moveProject&limit=1`))).toMatchObject(
        [move],
      );
    }
    expect(await logOf("?operation=moveProject", admin, moved)).toHaveLength(1);
  });

  it("that goes with its team leaves a last entry in the person's own", async () => {
    const brief = await createTeam(admin);
    await done(admin.delete(`/api/teams/${brief.id}`));
    const own = await done<Entry[]>(admin.get(`/api/teams/${await personalTeam(admin)}/audit-log?limit=1`));
    expect(own).toMatchObject([
      { operation: "deleteTeam", subjectId: brief.id, before: { slug: brief.slug } },
    ]);
  });
});

describe("a file", () => {
  it("of CSV has no formulas in it, and a line for each entry", async () => {
    const elsewhere = await createProject(admin, team.id);
    await createMock(admin, elsewhere.id, { name: '=HYPERLINK("http://x","y")' });
    const answer = await admin.get(`/api/projects/${elsewhere.id}/audit-log/export`);
    expect(answer.headers["content-type"]).toBe("text/csv; charset=utf-8");
    expect(answer.headers["content-disposition"]).toContain("audit-log.csv");
    const [head, first, second, end] = answer.text().split("\r\n");
    expect(head).toMatch(/^id,at,actorKind,/);
    expect(first).toContain(`"'=HYPERLINK(""http://x"",""y"")"`);
    expect([second?.includes("createProject"), end]).toEqual([true, ""]);
  });

  it("of JSON has the same, and as many as were asked for", async () => {
    const answer = await admin.get(`/api/teams/${team.id}/audit-log/export?format=json&limit=3`);
    const entries = await done<Entry[]>(admin.get(`/api/teams/${team.id}/audit-log?limit=3`));
    expect(answer.json()).toEqual(entries);
  });
});
