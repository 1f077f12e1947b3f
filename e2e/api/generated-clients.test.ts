import { afterAll, beforeAll, expect, it } from "vitest";
import { type GeneratedClients, generateClients } from "../generated-clients/generate";
import { port, send } from "./client";
import { type ApiKey, createKey, createMock, createSite, done, type Site } from "./fixtures";

let clients: GeneratedClients;
let site: Site;
let key: ApiKey;

beforeAll(async () => {
  const document = await send({ path: "/api/openapi.json" });
  [clients, site] = await Promise.all([generateClients(document.text()), createSite()]);
  key = await createKey(site.owner, site.project.referenceId);
});
afterAll(() => clients?.remove());

it("clients by openapi-typescript and orval compile under strict settings, with what callers do", async () => {
  expect(await clients.compile("others")).toBe("");
});

it("a client by Hey API compiles under strict settings, with what callers do", async () => {
  expect(await clients.compile("hey-api")).toBe("");
});

it("a generated client lists pages, creates, selects fields, uploads and reads an error's code", async () => {
  const { useClient } = await clients.load("hey-api");
  const options = {
    baseUrl: `http://localhost:${port}`,
    key: key.key,
    projectId: site.project.referenceId,
  };
  expect(await (useClient as (given: typeof options) => Promise<unknown>)(options)).toEqual({
    taken: "conflict",
    partial: ["/c", "/b", "/a"].map((end) => ({
      id: expect.any(String),
      name: `Mock ${end}`,
      method: "GET",
    })),
    flag: "checkout",
    content: "id,name",
    imported: 1,
    mocks: ["/imported", "/c", "/b", "/a"],
  });
});

it("generated validators take full rows, and rows of selected fields as the decision record says", async () => {
  const { namesOf, NamedMock, checkedFlag } = await clients.load("orval-zod");
  const other = await createSite(site.owner);
  const mock = await createMock(site.owner, other.project.id);
  const rows = await done<unknown[]>(site.owner.get(other.mocks));
  expect((namesOf as (body: unknown) => string[])(rows)).toEqual([mock.name]);
  const [named] = await done<unknown[]>(site.owner.get(`${other.mocks}?fields=name`));
  expect((NamedMock as { parse(row: unknown): unknown }).parse(named)).toEqual({
    id: mock.id,
    name: mock.name,
  });
  expect(checkedFlag).toMatchObject({ key: "checkout" });
});
