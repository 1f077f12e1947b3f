import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Answer } from "../caller";
import { type Cluster, startCluster } from "./cluster";
import { holding, interleaved } from "./interleaved";
import { createSite, insertRelease, joined } from "./site";

/** Each test makes two changes of one thing wait for its row, so that both were asked for before either is made. */

let cluster: Cluster;
beforeAll(async () => {
  cluster = await startCluster(["server", "next"]);
});
afterAll(() => cluster.stop());

type Made = { id: string; key: string };
type Site = Awaited<ReturnType<typeof createSite>>;
type Row = [table: string, column: string, value: string];

/** Both changes at once, each at another process, the first one first. */
const bothOf = (
  { here, there }: Pick<Site, "here" | "there">,
  [table, column, value]: Row,
  [first, second]: [Call, Call],
): Promise<[Answer, Answer]> =>
  interleaved(
    cluster.databaseUrl,
    [`select from ${table} where ${column} = $1 for no key update`, [value]],
    [() => here.send(...call(first)), () => there.send(...call(second))],
  );

type Call = [method: string, path: string, body?: unknown];
const call = ([method, path, body]: Call) => [method, path, { body }] as const;

const statuses = (answers: readonly Answer[]) => answers.map(({ status }) => status);

test("Of a release, the title and the text are both changed, and the trail knows whose change was which", async () => {
  const site = await createSite(cluster);
  const id = await insertRelease(cluster, site.project.id);
  const path = `${site.api}/releases/${id}`;
  const answers = await bothOf(
    site,
    ["releases", "id", id],
    [
      ["PUT", path, { title: "Spring" }],
      ["PUT", path, { content: "- Tulips" }],
    ],
  );
  expect(statuses(answers)).toEqual([200, 200]);
  expect(await site.here.done("GET", path)).toMatchObject({ title: "Spring", content: "- Tulips" });
  type Entry = { operation: string; before: object; after: object };
  const trail = await site.here.done<Entry[]>("GET", `${site.api}/audit-log`);
  const changes = trail.filter(({ operation }) => operation === "updateRelease");
  expect(changes.map(({ after }) => ("title" in after ? "title" : "content"))).toEqual(["content", "title"]);
});

test("Of the mock proxy, two settings are both changed", async () => {
  const site = await createSite(cluster);
  const path = `${site.api}/mock-proxy`;
  await site.here.done("PUT", path, { baseUrl: "https://example.com", enabled: false });
  const answers = await bothOf(
    site,
    ["mock_proxies", "project_id", site.project.id],
    [
      ["PUT", path, { enabled: true }],
      ["PUT", path, { baseUrl: "https://example.org" }],
    ],
  );
  expect(statuses(answers)).toEqual([200, 200]);
  expect(await site.here.done("GET", path)).toMatchObject({
    proxy: { enabled: true, baseUrl: "https://example.org" },
  });
});

test.each([
  ["no fallback, and no response", { responses: [{ body: "one" }] }, { fallback: false }, { responses: [] }],
  [
    "base64 for a body that is plain text",
    { responseBody: "aGVsbG8=" },
    { bodyEncoding: "base64" },
    { responseBody: "plain text!" },
  ],
])("A mock gets %s from no two changes", async (_, made, first, second) => {
  const site = await createSite(cluster);
  const mocks = `${site.api}/mocks`;
  const given = { name: "Mock", endpoint: "/mock", ...made };
  const { id } = await site.here.done<Made>("POST", mocks, given);
  const path = `${mocks}/${id}`;
  const answers = await bothOf(
    site,
    ["mocks", "id", id],
    [
      ["PUT", path, first],
      ["PUT", path, second],
    ],
  );
  expect(statuses(answers)).toEqual([200, 400]);
  expect((await site.here.send("PUT", path, { body: { name: "Renamed" } })).status).toBe(200);
});

test("Of two who know the same state of a mock, the second one is told", async () => {
  const site = await createSite(cluster);
  const { id } = await site.createMock("/known", "one");
  const path = `${site.api}/mocks/${id}`;
  const { updatedAt } = await site.here.done<{ updatedAt: string }>("GET", path);
  const headers = { "if-match": `"${updatedAt}"` };
  const change = (caller: Site["here"], body: object) => () => caller.send("PUT", path, { body, headers });
  const answers = await interleaved(
    cluster.databaseUrl,
    ["select from mocks where id = $1 for no key update", [id]],
    [change(site.here, { name: "First" }), change(site.there, { name: "Second" })],
  );
  expect(statuses(answers)).toEqual([200, 409]);
  expect(JSON.parse(answers[1].text)).toMatchObject({ code: "changed", current: { name: "First" } });
});

test("A flag of a group does not come to need itself", async () => {
  const site = await createSite(cluster);
  const group = await site.here.done<Made>("POST", `${site.apiByReference}/groups`, { name: "Tenants" });
  const flags = `${site.apiByReference}/groups/${group.id}/flags`;
  const flag = await site.here.done<Made>("POST", flags, { name: "A", key: "a" });
  const path = `${flags}/${flag.id}`;
  const answers = await bothOf(
    site,
    ["flag_groups", "id", group.id],
    [
      ["PUT", path, { key: "b" }],
      ["PUT", path, { prerequisites: [{ flagKey: "b" }] }],
    ],
  );
  expect(statuses(answers)).toEqual([200, 400]);
  expect((await site.here.send("DELETE", path)).status).toBe(200);
});

test("A member does not take back the protection that an admin has just given", async () => {
  const site = await createSite(cluster);
  const member = await joined(cluster, site, "member");
  const environments = `${site.apiByReference}/environments`;
  const [environment] = await site.here.done<Made[]>("GET", environments);
  const path = `${environments}/${environment?.id}`;
  const answers = await bothOf(
    { here: site.here, there: member.at(site.there.port) },
    ["environments", "id", String(environment?.id)],
    [
      ["PUT", path, { isProtected: true }],
      ["PUT", path, { isProtected: false }],
    ],
  );
  expect(statuses(answers)).toEqual([200, 403]);
  expect(await site.here.done("GET", environments)).toMatchObject([{ isProtected: true }]);
});

test("A collection's id field and its seed fit together", async () => {
  const site = await createSite(cluster);
  const collections = `${site.api}/mock-collections`;
  const given = { name: "Keys", path: "/keys", seed: [{ id: 1, key: "a" }] };
  const { id } = await site.here.done<Made>("POST", collections, given);
  const path = `${collections}/${id}`;
  const seed = [{ id: 7, key: "c" }, { id: 8 }];
  const answers = await bothOf(
    site,
    ["projects", "id", site.project.id],
    [
      ["PUT", path, { seed }],
      ["PUT", path, { idField: "key" }],
    ],
  );
  expect(statuses(answers)).toEqual([200, 200]);
  const stored = await site.here.done<{ seed: { key: string }[] }>("GET", path);
  expect(stored).toMatchObject({ idField: "key", seed: [seed[0], { id: 8, key: expect.any(String) }] });
  const items = await site.here.done<{ id: string }[]>("GET", `${path}/items`);
  expect(items.map(({ id: key }) => key)).toEqual(stored.seed.map(({ key }) => key));
});

test("An import overwrites no edit, and brings back no mock, of others at the same time", async () => {
  const site = await createSite(cluster);
  const { here, there, api, createMock } = site;
  // Ids are in the order in which mocks are made, and an import locks them in that order.
  const first = await createMock("/1", "old");
  const deleted = await createMock("/2", "old");
  const edited = await createMock("/3", "old");
  const exported = (await here.send("GET", `${api}/mocks/export`)).text;
  const held = await holding(cluster.databaseUrl, "select from mocks where id = $1 for no key update", [
    first.id,
  ]);
  const importing = importFile(site, exported.replaceAll('"old"', '"new"'));
  try {
    await held.waiting(1);
    await there.done("DELETE", `${api}/mocks/${deleted.id}`);
    await there.done("PUT", `${api}/mocks/${edited.id}`, { enabled: false });
  } finally {
    await held.release();
  }
  expect((await importing).status).toBe(200);
  const now = await here.done<{ id: string; enabled: boolean; responseBody: string }[]>(
    "GET",
    `${api}/mocks`,
  );
  expect(now.map(({ id }) => id)).not.toContain(deleted.id);
  expect(now.find(({ id }) => id === edited.id)).toMatchObject({ enabled: false, responseBody: "new" });
});

async function importFile({ here, api }: Site, document: string): Promise<{ status: number }> {
  const boundary = randomUUID();
  const part = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="mocks.json"\r\n`;
  const body = `${part}content-type: application/json\r\n\r\n${document}\r\n--${boundary}--\r\n`;
  return fetch(`http://localhost:${here.port}${api}/mocks/import`, {
    method: "POST",
    headers: { cookie: here.cookie, "content-type": `multipart/form-data; boundary=${boundary}` },
    body,
  });
}
