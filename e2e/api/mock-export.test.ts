import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { issuePaths, send } from "./client";
import {
  bearer,
  createKey,
  createMock,
  createProject,
  createSite,
  done,
  type Mock,
  type Person,
  type Site,
  signUp,
} from "./fixtures";
import { importMocks } from "./imported-mocks";

let site: Site;
let owner: Person;
beforeAll(async () => {
  owner = await signUp();
});
beforeEach(async () => {
  site = await createSite(owner);
});

const formats = ["fieldkit", "openapi", "postman"];
const download = (query = "") => site.owner.get(`${site.mocks}/export${query}`);
const mocksOf = (path = site.mocks) => done<Mock[]>(site.owner.get(`${path}?sort=endpoint`));

const imported = (path: string, document: string) =>
  importMocks({ owner: site.owner, mocks: path }, document);
const own = ({ id: _, projectId: __, createdAt: ___, updatedAt: ____, ...mock }: Mock) => mock;

async function createSome() {
  const { id } = await createMock(site.owner, site.project.id, {
    name: "Users",
    description: "All\nof them",
    endpoint: "/a/:id?",
    responseBody: '{"a":1}',
    responseHeaders: { "X-B": "1", "X-A": ["2", "3"] },
    delayMs: 5,
    responses: [{ name: "None", statusCode: 404, when: { all: [{ in: "query", name: "p", equals: "1" }] } }],
    enabled: false,
  });
  await createMock(site.owner, site.project.id, { name: "Any", method: "ANY", endpoint: "/b" });
  await createMock(site.owner, site.project.id, { name: "Expression", endpoint: "~^/c[0-9]+$" });
  return id;
}

describe("an export", () => {
  it.each(formats)("of %s is a download, with or without mocks", async (format) => {
    for (const create of [async () => {}, createSome]) {
      await create();
      const answer = await download(`?format=${format}`);
      expect(answer.status, answer.text()).toBe(200);
      expect(answer.headers).toMatchObject({
        "content-type": "application/json",
        "content-disposition": expect.stringMatching(
          /^attachment; filename="?[a-z0-9-]+\.(fieldkit|openapi|postman_collection)\.json/,
        ),
        "cache-control": expect.stringContaining("no-store"),
      });
      expect(answer.json()).toBeTypeOf("object");
    }
  });

  it("is imported into an empty project with every field, and again it changes nothing", async () => {
    await createSome();
    const document = (await download()).text();
    const other = await createProject(site.owner, site.team.id);
    const path = `/api/projects/${other.id}/mocks`;
    expect(await imported(path, document)).toMatchObject({ format: "fieldkit", created: 3, skipped: 0 });
    expect((await mocksOf(path)).map(own)).toEqual((await mocksOf()).map(own));
    for (const each of [path, site.mocks]) {
      expect(await imported(each, document)).toMatchObject({
        created: 0,
        changed: 0,
        unchanged: 3,
        skipped: 0,
      });
    }
    // It was exported from there, too.
    expect((await site.owner.get(`${path}/export`)).json()).toEqual(JSON.parse(document));
  });

  it.each(["openapi", "postman"])("of %s answers the same where it is imported", async (format) => {
    await createSome();
    const document = (await download(`?format=${format}`)).text();
    expect(document).toContain(site.project.mockBaseUrl);
    const other = await createProject(site.owner, site.team.id);
    const path = `/api/projects/${other.id}/mocks`;
    await imported(path, document);
    const made = await mocksOf(path);
    expect(made.map(({ method, endpoint }) => `${method} ${endpoint}`).sort()).toEqual([
      ...["DELETE /b", "GET /a/:id?", "GET /b", "PATCH /b", "POST /b", "PUT /b"],
    ]);
    const users = made.find(({ endpoint }) => endpoint === "/a/:id?");
    expect(users).toMatchObject({ name: "Users", description: "All\nof them", statusCode: 200 });
    expect(JSON.parse(String(users?.responseBody))).toEqual({ a: 1 });
    expect(users?.responseHeaders).toMatchObject({ "X-B": "1" });
  });

  it("has only what is selected, by ids that are repeated or have commas between them", async () => {
    const id = await createSome();
    const { id: second } = await createMock(site.owner, site.project.id, { name: "D", endpoint: "/d" });
    const names = async (query: string) =>
      (await done<{ mocks: Mock[] }>(download(query))).mocks.map(({ name }) => name);
    expect(await names(`?mockId=${id}`)).toEqual(["Users"]);
    expect(await names(`?mockId=${second}&mockId=${id}`)).toEqual(["Users", "D"]);
    expect(await names(`?mockId=${second},${id}`)).toEqual(["Users", "D"]);
  });

  it("comes in parts, to which links lead", async () => {
    await createSome();
    const first = await download("?format=fieldkit&limit=2");
    const next = /^<([^>]+)>; rel="next"$/.exec(String(first.headers.link))?.[1] ?? "";
    const parts = [first, await site.owner.get(next)].map(
      (part) => part.json<{ mocks: Mock[] }>().mocks.length,
    );
    expect(parts).toEqual([2, 1]);
  });
});

it("a key that may only read exports, and what is wrong is named", async () => {
  const { key } = await createKey(site.owner, site.project.referenceId, { scope: "read" });
  expect((await send({ path: `${site.mocks}/export`, headers: bearer(key) })).status).toBe(200);
  const many = Array.from({ length: 101 }, () => site.project.id).join();
  for (const [query, path] of [
    ["format=yaml", "format"],
    ["mockId=1", "mockId.0"],
    [`mockId=${many}`, "mockId"],
    ["limit=0", "limit"],
    ["cursor=!", "cursor"],
  ] as const) {
    expect(issuePaths(await download(`?${query}`)), query).toEqual([path]);
  }
  expect((await download("?cursor=abc")).status).toBe(400);
  expect((await download(`?mockId=${site.project.id}`)).status).toBe(404);
});
