import { beforeAll, expect, it } from "vitest";
import { issuePaths, send } from "./client";
import { createMock, createSite, type Site, unique } from "./fixtures";

let site: Site;
beforeAll(async () => {
  site = await createSite();
});

type Fields = Record<string, unknown>;
const preview = (fields: Fields) => site.owner.post(`/api/projects/${site.project.id}/mocks/preview`, fields);

it("shows the answer that a request gets once the mock is created", async () => {
  const mock = {
    ...{ method: "POST", endpoint: `/${unique("p")}/:id`, templated: true, statusCode: 201, delayMs: 20 },
    responseHeaders: { "Content-Type": "application/json", "X-Id": "{{ request.params.id }}" },
    responseBody: '{"id": {{ request.params.id }}, "name": {{ request.json.name | json }}}',
  };
  const path = mock.endpoint.replace(":id", "7");
  const body = '{"name": "Ada"}';
  const shown = await preview({ ...mock, request: { method: "POST", path, body } });
  expect(shown.status).toBe(200);
  const { answer } = shown.json<{ answer: { headers: { name: string; value: string }[] } & Fields }>();
  expect(answer).toMatchObject({
    statusCode: 201,
    body: '{"id": 7, "name": "Ada"}',
    delayMs: { min: 20, max: 20 },
  });

  await createMock(site.owner, site.project.id, mock);
  const given = await send({ host: site.host, path: `/api/mock${path}`, method: "POST", body });
  expect([given.status, given.text()]).toEqual([201, answer.body]);
  for (const { name, value } of answer.headers) expect(given.headers[name.toLowerCase()]).toBe(value);
});

it("moves no sequence, counts no call and creates nothing", async () => {
  const endpoint = `/${unique("p")}`;
  const mock = {
    ...{ endpoint, responseMode: "sequence" },
    responses: ["one {{ counter }}", "two {{ counter }}"].map((body) => ({ body, templated: true })),
  };
  const look = async () =>
    (await preview({ ...mock, request: { path: endpoint } })).json<{ answer: Fields }>().answer.body;
  const call = async () => (await send({ host: site.host, path: `/api/mock${endpoint}` })).text();
  expect([await look(), await look()]).toEqual(["one 1", "one 1"]);
  expect(await call()).toContain("mock_not_found");
  await createMock(site.owner, site.project.id, mock);
  expect([await look(), await call(), await look(), await call()]).toEqual([
    "one 1",
    "one 1",
    "one 1",
    "two 2",
  ]);
});

it.each<[string, Fields, string[]]>([
  ["a mistake in a template", { templated: true, responseBody: "{{ a" }, ["responseBody"]],
  [
    "a mistake in a response's header",
    { responses: [{ headers: { Connection: "x" } }] },
    ["responses.0.headers.Connection"],
  ],
  ["a mock that could never answer", { fallback: false }, ["fallback"]],
  ["no endpoint", { endpoint: undefined }, ["endpoint"]],
  ["no request", { request: undefined }, ["request"]],
  ["a path that leads elsewhere", { request: { path: "/../webhook/x" } }, ["request.path"]],
  ["a faulty request header", { request: { path: "/", headers: { "a b": "x" } } }, ["request.headers.a b"]],
  ["a call before the first", { request: { path: "/", call: 0 } }, ["request.call"]],
])("refuses %s", async (_what, fields, paths) => {
  const refused = await preview({ endpoint: "/a", request: { path: "/a" }, ...fields });
  expect(refused.status).toBe(400);
  expect(issuePaths(refused)).toEqual(paths);
});
