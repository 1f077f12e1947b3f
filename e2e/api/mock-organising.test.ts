import { beforeAll, describe, expect, it } from "vitest";
import { issuePaths, send } from "./client";
import { createMock, createSite, done, type Mock, type Site } from "./fixtures";
import { importMocks } from "./imported-mocks";

let site: Site;
beforeAll(async () => {
  site = await createSite();
});

type Filed = Mock & { folder: string; tags: string[]; hits: number; lastCalledAt: string | null };
type Folders = { folders: { folder: string; count: number }[]; tags: { tag: string; count: number }[] };

const create = (at: Site, fields: Record<string, unknown>) =>
  createMock(at.owner, at.project.id, fields) as Promise<Filed>;

describe("what a mock is filed under", () => {
  it("is trimmed, kept, changed and taken away", async () => {
    const mock = await create(site, { folder: " Payments / Refunds ", tags: [" slow ", "Beta"] });
    expect(mock).toMatchObject({ folder: "Payments/Refunds", tags: ["slow", "Beta"] });
    const path = `${site.mocks}/${mock.id}`;
    const change = { folder: "Accounts", tags: ["beta"] };
    const changed = await done<Filed>(site.owner.put(path, change));
    expect(changed).toEqual({ ...mock, ...change, updatedAt: changed.updatedAt });
    expect(await done(site.owner.put(path, { folder: "", tags: [] }))).toMatchObject({
      folder: "",
      tags: [],
    });
  });

  it.each<[fields: object, path: string]>([
    [{ folder: "a//b" }, "folder"],
    [{ folder: "x".repeat(201) }, "folder"],
    [{ folder: null }, "folder"],
    [{ tags: ["a", "A"] }, "tags.1"],
    [{ tags: ["a,b"] }, "tags.0"],
    [{ tags: Array.from({ length: 21 }, (_, at) => `${at}`) }, "tags"],
    [{ tags: "a" }, "tags"],
  ])("%j is refused when it is created and when it is changed", async (fields, path) => {
    const { id } = await create(site, {});
    const named = { name: "x", endpoint: "/refused", ...fields };
    expect(issuePaths(await site.owner.post(site.mocks, named))).toEqual([path]);
    expect(issuePaths(await site.owner.put(`${site.mocks}/${id}`, fields))).toEqual([path]);
  });
});

it("mocks are found by folder and tags, sorted by folder, and their folders counted", async () => {
  const own = await createSite();
  for (const [name, folder, tags] of [
    ["none", "", []],
    ["refund", "Payments/Refunds", ["slow", "Beta"]],
    ["pay", "payments", ["SLOW"]],
    ["login", "Accounts", ["beta"]],
  ] as const) {
    await create(own, { name, folder, tags });
  }
  const names = async (query: string) =>
    (await done<Filed[]>(own.owner.get(`${own.mocks}?${query}`))).map(({ name }) => name);
  expect(await names("sort=folder")).toEqual(["none", "login", "pay", "refund"]);
  expect(await names("sort=name&folder=PAYMENTS")).toEqual(["pay", "refund"]);
  expect(await names("folder=")).toEqual(["none"]);
  expect(await names("tag=slow&tag=beta")).toEqual(["refund"]);
  expect(await names("tag=slow,beta")).toEqual(["refund"]);
  expect(await names("q=payments+beta")).toEqual(["refund"]);
  expect(issuePaths(await own.owner.get(`${own.mocks}?folder=${"x".repeat(201)}`))).toEqual(["folder"]);
  expect(issuePaths(await own.owner.get(`${own.mocks}?folder=a&folder=b`))).toEqual(["folder"]);

  const folders = `/api/projects/${own.project.id}/mock-folders`;
  expect(await done<Folders>(own.owner.get(folders))).toEqual({
    folders: [
      { folder: "", count: 1 },
      { folder: "Accounts", count: 1 },
      { folder: "payments", count: 1 },
      { folder: "Payments/Refunds", count: 1 },
    ],
    tags: [
      { tag: "Beta", count: 2 },
      { tag: "SLOW", count: 2 },
    ],
  });
});

it("folders and tags of many mocks are counted, each mock once", async () => {
  const own = await createSite();
  // Those that are imported together have one time of creation.
  const mocks = Array.from({ length: 650 }, (_, at) => ({
    ...{ name: `m${at}`, endpoint: `/m${at}`, folder: at % 2 ? "Odd" : "odd" },
    tags: [`t${at % 3}`, `own${at}`],
  }));
  await importMocks(own, { fieldkit: 1, mocks });
  const { folders, tags } = await done<Folders>(
    own.owner.get(`/api/projects/${own.project.id}/mock-folders`),
  );
  expect(folders).toEqual([{ folder: "Odd", count: 650 }]);
  expect(tags).toHaveLength(653);
  expect(tags.filter(({ count }) => count > 1)).toEqual([
    { tag: "t0", count: 217 },
    { tag: "t1", count: 217 },
    { tag: "t2", count: 216 },
  ]);
});

it("a list tells how many answers a mock has without reading them", async () => {
  const own = await createSite();
  await create(own, { responses: [{ body: "a" }, { body: "b" }] });
  const [row] = await done<object[]>(own.owner.get(`${own.mocks}?fields=responseCount,hits,lastCalledAt`));
  expect(row).toEqual({ id: expect.any(String), responseCount: 2, hits: 0, lastCalledAt: null });
});

it("calls are counted, and change nothing of the mock", async () => {
  const own = await createSite();
  const mock = await create(own, {});
  const path = `${own.mocks}/${mock.id}`;
  const { etag } = (await own.owner.get(path)).headers;
  const call = () => send({ host: own.host, path: `/api/mock${mock.endpoint}` });
  await Promise.all([call(), call()]);
  const read = () => done<Filed>(own.owner.get(path));
  await expect.poll(async () => (await read()).hits).toBe(2);
  const called = await read();
  expect(called).toEqual({ ...mock, hits: 2, lastCalledAt: expect.any(String) });
  const changed = await own.owner.call("PUT", path, { folder: "Called" }, { "if-match": String(etag) });
  expect(changed.json<Filed>()).toMatchObject({ hits: 2, lastCalledAt: called.lastCalledAt });
  const trail = `/api/projects/${own.project.id}/audit-log?subjectId=${mock.id}`;
  const entries = await done<{ before: object | null; after: object | null }[]>(own.owner.get(trail));
  expect(entries[0]).toMatchObject({ before: { folder: "" }, after: { folder: "Called" } });
  expect(Object.keys(entries[0]?.after ?? {})).toEqual(["folder"]);
  expect(Object.keys(entries[1]?.after ?? {})).not.toContain("hits");
});

it("an import leaves alone what its document says nothing of", async () => {
  const own = await createSite();
  const filed = { method: "GET", endpoint: "/filed", name: "Filed", folder: "A/B", tags: ["a"] };
  const upload = async (document: object) =>
    (await importMocks(own, document)).entries.map(({ result }) => result);
  expect(await upload({ fieldkit: 1, mocks: [filed] })).toEqual(["created"]);
  expect(await upload({ fieldkit: 1, mocks: [filed] })).toEqual(["unchanged"]);
  const { folder: _, tags: __, ...unfiled } = filed;
  expect(await upload({ fieldkit: 1, mocks: [unfiled] })).toEqual(["unchanged"]);
  const openapi = (tags?: string[]) => ({
    openapi: "3.1.0",
    paths: { "/filed": { get: { summary: "Filed", tags, responses: { 200: { description: "" } } } } },
  });
  await upload(openapi());
  expect(await upload(openapi())).toEqual(["unchanged"]);
  expect(await upload(openapi(["a"]))).toEqual(["unchanged"]);
  expect(await upload(openapi(["b", "c"]))).toEqual(["changed"]);
  const [mock] = await done<Filed[]>(own.owner.get(own.mocks));
  expect(mock).toMatchObject({ folder: "A/B", tags: ["b", "c"] });
});
