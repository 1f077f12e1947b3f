import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { connect } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { targetPort as ownTargetPort } from "../target-port";
import { issuePaths, mockDomain, port, send } from "./client";
import { createMock, createSite, done, type Mock, type Site } from "./fixtures";
import { isBehindAny } from "./proxy";

type Proxy = { enabled: boolean; baseUrl: string; recording: boolean } & Record<string, unknown>;

const targetPort = ownTargetPort();
const target = `http://127.0.0.1:${targetPort}`;
let upstream: Server;
let received: { method?: string; url?: string; headers: IncomingMessage["headers"]; body: string }[] = [];
let gone = 0;
let answerWith: (request: IncomingMessage, response: ServerResponse) => void;

let site: Site;
let path: string;

beforeAll(async () => {
  upstream = createServer((request, response) => {
    const chunks: Buffer[] = [];
    response.on("close", () => {
      if (!response.writableFinished) gone += 1;
    });
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const { method = "", url = "", headers } = request;
      received.push({ method, url, headers, body: Buffer.concat(chunks).toString() });
      answerWith(request, response);
    });
  });
  upstream.listen(targetPort, "127.0.0.1");
  await once(upstream, "listening");
  await useSite();
});
afterAll(() => {
  upstream.closeAllConnections();
  upstream.close();
});
beforeEach(() => {
  received = [];
  gone = 0;
  answerWith = (_, response) =>
    response.writeHead(201, { "X-Reply": "yes", "Content-Type": "text/plain" }).end("up");
});

async function useSite() {
  site = await createSite();
  path = `/api/projects/${site.project.id}/mock-proxy`;
}

const ask = (rest: string, call: Partial<Parameters<typeof send>[0]> = {}) =>
  send({ host: site.host, ...call, path: `/api/mock${rest}` });
const set = (fields: Record<string, unknown> = {}) =>
  done<{ proxy: Proxy }>(site.owner.put(path, { baseUrl: `${target}/base`, timeoutMs: 10_000, ...fields }));
const mocks = () => done<Mock[]>(site.owner.get(`/api/projects/${site.project.id}/mocks`));

it("is nothing at first, keeps what is not given, and ends", async () => {
  expect(await done(site.owner.get(path))).toEqual({ proxy: null });
  expect(issuePaths(await site.owner.put(path, { recording: true }))).toEqual(["baseUrl"]);
  const { proxy } = await set({ baseUrl: `${target}/` });
  expect(proxy).toEqual({
    enabled: true,
    baseUrl: target,
    timeoutMs: 10_000,
    recording: false,
    recordedHeaders: ["content-type"],
    recordedBodies: true,
  });
  const changed = await done(site.owner.put(path, { recordedHeaders: ["ETag", "etag"], timeoutMs: 2000 }));
  expect(changed).toEqual({ proxy: { ...proxy, recordedHeaders: ["etag"], timeoutMs: 2000 } });
  expect((await ask("/a")).text()).toBe("up");
  await done(site.owner.put(path, { enabled: false }));
  expect((await ask("/a")).status).toBe(404);
  await done(site.owner.put(path, { enabled: true }));
  expect((await ask("/a")).text()).toBe("up");
  expect(await done(site.owner.delete(path))).toEqual({ success: true });
  expect((await ask("/a")).status).toBe(404);
  expect(await done(site.owner.get(path))).toEqual({ proxy: null });
});

it.each([
  ["baseUrl", "http://127.0.0.1:1"],
  ["baseUrl", "https://169.254.169.254/"],
  ["baseUrl", "ftp://example.com"],
  ["baseUrl", "https://a:b@example.com"],
  ["baseUrl", "https://example.com/?a=1"],
  ["baseUrl", `http://shop.${mockDomain}`],
  ["baseUrl", "nonsense"],
  ["timeoutMs", 999],
  ["timeoutMs", 30_001],
  ["recording", "yes"],
  ["recordedHeaders.0", ["Set-Cookie"]],
  ["recordedHeaders.0", ["a b"]],
])("%s of %j is 400", async (place, value) => {
  const name = place.split(".")[0] ?? "";
  expect(issuePaths(await site.owner.put(path, { baseUrl: target, [name]: value }))).toEqual([place]);
});

describe("a miss", () => {
  it("is sent on as it is, and its answer passed back", async () => {
    await createMock(site.owner, site.project.id, { endpoint: "/here", responseBody: "mock" });
    await set();
    expect((await ask("/here")).text()).toBe("mock");
    const answer = await ask("/a%2Fb/?q=1&q=2", {
      method: "PATCH",
      body: "é",
      headers: { authorization: "Bearer secret", "x-fieldkit-target": "/x", "accept-encoding": "gzip" },
    });
    expect([answer.status, answer.text()]).toEqual([201, "up"]);
    expect(answer.headers).toMatchObject({
      "x-reply": "yes",
      "content-type": "text/plain",
      "content-length": "2",
      "x-content-type-options": "nosniff",
      "access-control-allow-origin": "*",
      "access-control-expose-headers": expect.stringContaining("X-Reply"),
    });
    expect(received).toEqual([
      {
        method: "PATCH",
        url: "/base/a%2Fb/?q=1&q=2",
        body: "é",
        headers: expect.objectContaining({
          authorization: "Bearer secret",
          "accept-encoding": "identity",
          "x-forwarded-for": expect.stringMatching(/[.:]/),
          "x-forwarded-host": site.host,
          "x-forwarded-proto": "http",
          host: `127.0.0.1:${targetPort}`,
        }),
      },
    ]);
  });

  it("gets pages that act in no origin, cookies of this host alone, and redirects as they are", async () => {
    await set();
    answerWith = (_, response) =>
      response
        .writeHead(302, {
          Location: "https://example.com/elsewhere",
          "Content-Type": "text/html",
          "Set-Cookie": ["a=1; Domain=localhost", "b=2"],
          "Strict-Transport-Security": "max-age=1",
          "Access-Control-Allow-Origin": "https://only.example",
        })
        .end("<p>");
    const { status, headers } = await ask("/a", { headers: { origin: "https://a.example" } });
    expect(status).toBe(302);
    expect(headers).toMatchObject({
      location: "https://example.com/elsewhere",
      "content-security-policy": expect.stringContaining("sandbox"),
      "set-cookie": ["a=1", "b=2"],
      "access-control-allow-origin": "https://only.example",
    });
    expect(headers["strict-transport-security"]).toBeUndefined();
    expect(received).toHaveLength(1);
  });

  it("may ask for the head alone, or for what is allowed; browsers' questions are answered here", async () => {
    await set();
    answerWith = (_, response) => response.writeHead(200, { "Content-Length": "1234" }).end();
    expect((await ask("/a", { method: "HEAD" })).headers["content-length"]).toBe("1234");
    answerWith = (_, response) => response.writeHead(200, { Allow: "GET" }).end();
    expect((await ask("/a", { method: "OPTIONS" })).headers.allow).toBe("GET");
    const headers = { origin: "https://a.example", "access-control-request-method": "PUT" };
    expect((await ask("/a", { method: "OPTIONS", headers })).status).toBe(204);
    expect(received.map(({ method }) => method)).toEqual(["HEAD", "OPTIONS"]);
  });

  it("comes with its body where conditions of a mock had looked at it", async () => {
    const when = { all: [{ in: "body", contains: "never" }] };
    await createMock(site.owner, site.project.id, {
      ...{ method: "POST", endpoint: "/picky", fallback: false, responses: [{ when, body: "no" }] },
    });
    await set();
    expect((await ask("/picky", { method: "POST", body: "given" })).text()).toBe("up");
    expect(received[0]?.body).toBe("given");
  });

  it("is not sent on twice, nor out of the base address, nor with more than 1 MiB", async () => {
    await set();
    const again = await ask("/a", { headers: { "X-Fieldkit-Forwarded": "1" } });
    expect([again.status, again.json<{ code: string }>().code]).toEqual([404, "mock_not_found"]);
    const large = await ask("/a", { method: "POST", body: Buffer.alloc(1024 * 1024 + 1), chunked: true });
    expect([large.status, large.json<{ code: string }>().code]).toEqual([413, "payload_too_large"]);
    // What stands in front may resolve dots itself, or refuse them.
    const outside = await ask("/%2e%2e/%2e%2e/%2e%2e/admin");
    expect([400, 404]).toContain(outside.status);
    expect(received).toEqual([]);
  });

  it.each<[string, number, string, typeof answerWith]>([
    ["hangs up", 502, "bad_gateway", (_, response) => response.destroy()],
    ["speaks no HTTP", 502, "bad_gateway", (request) => request.socket.end("SSH-2.0\r\n")],
    [
      "gives a status that is none",
      502,
      "bad_gateway",
      (request) => request.socket.end("HTTP/1.1 700 X\r\nContent-Length: 0\r\n\r\n"),
    ],
    [
      "never ends its answer",
      502,
      "bad_gateway",
      (_, response) => {
        const more = () => {
          while (response.write("x".repeat(65_536)));
        };
        response.on("drain", more);
        more();
      },
    ],
    ["never answers", 504, "gateway_timeout", () => {}],
  ])("is told when the server %s", async (_, status, code, answer) => {
    await set({ timeoutMs: status === 504 ? 1000 : 30_000 });
    answerWith = answer;
    const told = await ask("/a");
    expect([told.status, told.json()]).toEqual([
      status,
      expect.objectContaining({ code, error: expect.any(String), hint: expect.any(String) }),
    ]);
  });

  it("is given up when its client is gone", async () => {
    await set({ timeoutMs: 30_000 });
    answerWith = () => {};
    const socket = connect(port, "127.0.0.1", () =>
      socket.write(`GET /api/mock/slow HTTP/1.1\r\nHost: ${site.host}\r\n\r\n`),
    );
    await expect.poll(() => received).toHaveLength(1);
    socket.destroy();
    if (isBehindAny) return;
    await expect.poll(() => gone).toBe(1);
  });

  it("waits for others of its project only so far: of many at once some are refused in a word", async () => {
    await set({ timeoutMs: 30_000 });
    const held: ServerResponse[] = [];
    answerWith = (_, response) => void held.push(response);
    const answers = Array.from({ length: 40 }, () => ask("/slow"));
    expect(await Promise.race(answers)).toMatchObject({ status: 503, headers: { "retry-after": "1" } });
    await expect.poll(() => held.length).toBe(32);
    // Those that come only now find a place again.
    answerWith = (_, response) => response.end("late");
    for (const response of held) response.end("late");
    const statuses = (await Promise.all(answers)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(32);
    expect(new Set(statuses)).toEqual(new Set([200, 503]));
  });
});

describe("recording", () => {
  beforeEach(useSite);

  it("makes a mock of each answer, without its secrets", async () => {
    await set({ recording: true, recordedHeaders: ["content-type", "x-id"] });
    const headers = { "Content-Type": "application/json", "X-Id": "7", "X-Other": "1", "Set-Cookie": "a=1" };
    answerWith = (request, response) =>
      response.writeHead(200, headers).end(`{"url": "${request.url}", "access_token": "abc"}`);
    const first = await ask("/users/:id?page=1", { headers: { authorization: "Bearer secret" } });
    expect(first.json()).toMatchObject({ access_token: "abc" });
    await expect.poll(mocks).toHaveLength(1);
    const [mock] = await mocks();
    expect(mock).toMatchObject({
      name: "GET /users/:id (recorded)",
      method: "GET",
      endpoint: "/users/%3Aid",
      statusCode: 200,
      responseHeaders: { "Content-Type": ["application/json"], "X-Id": ["7"] },
      responseBody: '{"url": "/base/users/:id?page=1", "access_token": "***"}',
      tags: ["recorded"],
    });
    expect(JSON.stringify(mock)).not.toContain("secret");
    expect((await ask("/users/:id?page=2")).json()).toMatchObject({ access_token: "***" });
    expect((await ask("/users/7")).json()).toMatchObject({ access_token: "abc" });
    expect(received.map(({ url }) => url)).toEqual(["/base/users/:id?page=1", "/base/users/7"]);
  });

  it("keeps bytes as they are, and nothing of what failed", async () => {
    await set({ recording: true });
    const bytes = Buffer.from([0x89, 0x50, 0xff, 0]);
    answerWith = (request, response) =>
      request.url === "/base/logo"
        ? response.writeHead(200, { "Content-Type": "image/png" }).end(bytes)
        : response.writeHead(500).end();
    expect((await ask("/broken")).status).toBe(500);
    expect((await ask("/logo")).body.equals(bytes)).toBe(true);
    await expect.poll(mocks).toHaveLength(1);
    await done(site.owner.delete(path));
    const again = await ask("/logo");
    expect([again.body.equals(bytes), again.headers["content-type"]]).toEqual([true, "image/png"]);
  });
});
