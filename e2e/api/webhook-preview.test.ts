import { beforeAll, describe, expect, it } from "vitest";
import { issuePaths } from "./client";
import { createSite, done, type Site } from "./fixtures";
import { createInbox } from "./inbox";

let site: Site;
beforeAll(async () => {
  site = await createSite();
});

type Fields = Record<string, unknown>;
type Preview = {
  answer: Fields & { body: string; statusCode: number };
  problems: { path: string; message: string }[];
};
const ask = (fields: Fields) => site.owner.post(`/api/projects/${site.project.id}/webhooks/preview`, fields);
const preview = (request: Fields, fields: Fields = {}) => done<Preview>(ask({ ...fields, request }));

describe("a preview is what the sender would get", () => {
  const template = {
    templated: true,
    statusCode: 201,
    body: '{"at": {{ capture.sequence }}, "path": "{{ request.path }}", "order": {{ request.json.order | json }}}',
    headers: { "X-Method": "{{ request.method }}" },
    delayDistribution: { type: "uniform", minMs: 5, maxMs: 9 },
    delayMs: 1,
  };

  it.each<[string, Fields, Fields]>([
    ["the usual answer", { path: "/orders", method: "POST", body: "x" }, {}],
    ["an answer of its own", { path: "/" }, { response: { statusCode: 418, body: "teapot" } }],
    ["a template's", { path: "/orders?a=1", method: "PUT", body: '{"order": 7}' }, { response: template }],
    [
      "a template's, without a path",
      { path: "", method: "PUT", body: '{"order": 7}' },
      { response: template },
    ],
    ["a handshake's", { path: "?challenge=abc" }, { response: template }],
    ["none of a handshake that is switched off", { path: "?challenge=abc" }, { handshakes: [] }],
    [
      "a refused one's",
      { path: "?hub.mode=subscribe&hub.challenge=1&hub.verify_token=b" },
      { metaVerifyToken: "a" },
    ],
    ["CloudEvents'", { path: "", method: "OPTIONS", headers: { "WebHook-Request-Origin": "a.example" } }, {}],
    [
      "a failing template's",
      { path: "/" },
      { response: { templated: true, body: "{{ request.method | fake }}" } },
    ],
  ])("%s", async (_, request, fields) => {
    const inbox = await createInbox(site, fields);
    const { path, body = "", ...call } = request as { path: string; body?: string };
    const sent = await inbox.capture({ ...call, path: path === "/" ? "" : path, body });
    const { answer } = await preview(request, fields);
    const withoutIds = (text: string) =>
      text.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, "id").replace(/"requestId":.*/, "");
    expect([answer.statusCode, withoutIds(answer.body)]).toEqual([sent.status, withoutIds(sent.text())]);
  });

  it("with how it would be sent, and which handshake it completes", async () => {
    const { answer } = await preview(
      { path: "/" },
      { response: { ...template, bytesPerSecond: 10, fault: "empty" } },
    );
    expect(answer).toMatchObject({
      delayMs: { min: 6, max: 10 },
      bytesPerSecond: 10,
      fault: "empty",
      handshake: null,
    });
    const completed = await preview({ path: "?validationToken=a+b", method: "POST" });
    expect(completed.answer).toMatchObject({
      handshake: "microsoft-graph",
      body: "a b",
      delayMs: { min: 0, max: 0 },
    });
  });
});

it("captures nothing", async () => {
  const inbox = await createInbox(site);
  await preview({ path: "/" });
  expect(await inbox.requests()).toEqual([]);
});

it("says where a mistake is that only shows in rendering", async () => {
  const headers = { "X-A": ["fine", "{{ request.method | fake }}"] };
  const { answer, problems } = await preview(
    { path: "/" },
    { response: { templated: true, body: "", headers } },
  );
  expect(answer.statusCode).toBe(503);
  expect(problems).toMatchObject([{ path: "response.headers.X-A.1" }]);
});

it.each<[Fields, string[]]>([
  [{}, ["request"]],
  [{ request: {} }, ["request.path"]],
  [{ request: { path: "/../../mock/a" } }, ["request.path"]],
  [{ request: { path: "/", method: "TRACE" } }, ["request.method"]],
  [{ request: { path: "/", headers: { "a b": "c" } } }, ["request.headers.a b"]],
  [{ request: { path: "/" }, response: { templated: true, body: "{{" } }, ["response.body"]],
  [{ request: { path: "/" }, handshakes: ["github"] }, ["handshakes.0"]],
])("%j is refused", async (fields, paths) => {
  expect(issuePaths(await ask(fields))).toEqual(paths);
});
