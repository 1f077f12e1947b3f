import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { targetPort as ownTargetPort } from "../target-port";
import { issuePaths, send } from "./client";
import { createMock, createSite, done, type Mock, type Site } from "./fixtures";
import { createInbox } from "./inbox";

type Logged = {
  id: string;
  kind: string;
  callId: string | null;
  mockId: string | null;
  target: string;
  statusCode: number | null;
  reason: string | null;
  attempts: number;
};

const targetPort = ownTargetPort();
const target = `http://127.0.0.1:${targetPort}`;
let server: Server;
let received: { method?: string; url?: string; headers: IncomingMessage["headers"]; body: string }[] = [];
let answerWith: (request: IncomingMessage, response: ServerResponse) => void;
let site: Site;

beforeAll(async () => {
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const { method = "", url = "", headers } = request;
      received.push({ method, url, headers, body: Buffer.concat(chunks).toString() });
      answerWith(request, response);
    });
  });
  server.listen(targetPort, "127.0.0.1");
  await once(server, "listening");
  site = await createSite();
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  received = [];
  answerWith = (_, response) => response.writeHead(204).end();
});

let made = 0;
/** A mock with these callbacks, at an endpoint of its own. */
const mockWith = (callbacks: Record<string, unknown>[], fields: Record<string, unknown> = {}) =>
  createMock(site.owner, site.project.id, {
    ...{ method: "POST", endpoint: `/called/${made++}`, responseBody: "own", callbacks, ...fields },
  }) as Promise<Mock & { callbacks: Record<string, unknown>[] }>;
const call = ({ endpoint }: Mock, fields: Partial<Parameters<typeof send>[0]> = {}) =>
  send({ method: "POST", host: site.host, ...fields, path: `/api/mock${endpoint}` });
const logged = async ({ id }: Mock): Promise<Logged[]> => {
  const calls = await done<Logged[]>(
    site.owner.get(`/api/projects/${site.project.id}/mock-calls?kind=callback`),
  );
  return calls.filter(({ mockId }) => mockId === id);
};
const waitFor = <T>(look: () => Promise<T> | T) => vi.waitFor(look, { timeout: 60_000, interval: 100 });

describe("callbacks of a mock", () => {
  it("are stored with what is not said, and changed as a whole", async () => {
    const mock = await mockWith([{ url: `${target}/a`, headers: { "X-A": ["1", "2"] } }]);
    expect(mock.callbacks).toEqual([
      {
        ...{ url: `${target}/a`, method: "POST", headers: { "X-A": "1, 2" } },
        ...{ body: "", templated: false, delayMs: 0 },
      },
    ]);
    const path = `/api/projects/${site.project.id}/mocks/${mock.id}`;
    expect(await done(site.owner.put(path, { callbacks: [] }))).toMatchObject({ callbacks: [] });
    expect(await done(site.owner.get(path))).toMatchObject({ callbacks: [] });
    await call(mock);
    expect(received).toEqual([]);
  });

  it.each([
    ["callbacks.0.url", [{ url: "https://10.0.0.1/" }]],
    ["callbacks.0.url", [{ url: "http://example.com" }]],
    ["callbacks.0.url", [{ url: "{{ request.json.url }}" }]],
    ["callbacks.0.body", [{ url: "https://example.com", body: "{{ x", templated: true }]],
    [
      "callbacks.0.headers.X-A",
      [{ url: "https://example.com", headers: { "X-A": "{% if" }, templated: true }],
    ],
    ...["Host", "connection", "Content-Length", "Proxy-Authorization", "X-Fieldkit-Callback"].map(
      (name): [string, object[]] => [
        `callbacks.0.headers.${name}`,
        [{ url: "https://example.com", headers: { [name]: "1" } }],
      ],
    ),
    ["callbacks", Array(4).fill({ url: "https://example.com" })],
  ])("are refused at %s", async (path, callbacks) => {
    const body = { name: "No", endpoint: "/no", callbacks };
    expect(issuePaths(await site.owner.post(`/api/projects/${site.project.id}/mocks`, body))).toEqual([path]);
  });
});

describe("after an answer", () => {
  it("they are sent, made of the call, and logged with it", async () => {
    const mock = await mockWith([
      {
        url: `${target}/{{ request.json.to }}?key=secret`,
        method: "PUT",
        headers: { "X-Of": "{{ request.headers.x-of }}" },
        body: '{"id": {{ request.json.id }}, "status": {{ response.status }}}',
        templated: true,
      },
      { url: `${target}/plain`, body: "{{ as it is }}", delayMs: 50 },
    ]);
    const answer = await call(mock, { body: '{"to": "hook", "id": 7}', headers: { "X-Of": "a" } });
    expect(answer.text()).toBe("own");
    await waitFor(() => expect(received).toHaveLength(2));
    expect(received.toSorted((a, b) => (String(a.url) < String(b.url) ? -1 : 1))).toEqual([
      {
        method: "PUT",
        url: "/hook?key=secret",
        body: '{"id": 7, "status": 200}',
        headers: expect.objectContaining({
          "x-of": "a",
          "content-type": "application/json",
          "user-agent": "Fieldkit",
          "x-fieldkit-callback": "1",
        }),
      },
      expect.objectContaining({ method: "POST", url: "/plain", body: "{{ as it is }}" }),
    ]);
    await waitFor(async () => expect(await logged(mock)).toHaveLength(2));
    const entries = await logged(mock);
    expect(entries.map((entry) => entry.target).toSorted()).toEqual([`${target}/hook`, `${target}/plain`]);
    for (const { callId, ...entry } of entries) {
      expect(entry).toMatchObject({ kind: "callback", statusCode: 204, reason: null, attempts: 1 });
      const cause = await done<Logged>(
        site.owner.get(`/api/projects/${site.project.id}/mock-calls/${callId}`),
      );
      expect(cause).toMatchObject({ kind: "call", mockId: mock.id });
    }
    // With the headers that came.
    const hook = entries.find((entry) => entry.target.endsWith("/hook"));
    const whole = await done<{ requestHeaders: [string, string][] }>(
      site.owner.get(`/api/projects/${site.project.id}/mock-calls/${hook?.id}`),
    );
    const sent = Object.fromEntries(whole.requestHeaders.map(([name, value]) => [name.toLowerCase(), value]));
    expect(sent).toEqual(received.find(({ url }) => url?.startsWith("/hook"))?.headers);
  });

  it("they are tried again when the other side fails, and not when it refuses", async () => {
    answerWith = (request, response) => {
      const failures = received.filter(({ url }) => url === request.url).length;
      response.writeHead(request.url === "/refuses" ? 400 : failures === 1 ? 503 : 200).end();
    };
    const mock = await mockWith([{ url: `${target}/recovers` }, { url: `${target}/refuses` }]);
    await call(mock);
    await waitFor(async () => expect(await logged(mock)).toHaveLength(2));
    const entries = (await logged(mock)).toSorted((a, b) => (a.target < b.target ? -1 : 1));
    expect(entries).toMatchObject([
      { target: `${target}/recovers`, statusCode: 200, attempts: 2, reason: null },
      { target: `${target}/refuses`, statusCode: 400, attempts: 1, reason: expect.stringContaining("400") },
    ]);
  });

  it("an address that is made of the call may lead no further than others", async () => {
    const mock = await mockWith([{ url: "{{ request.query.to }}", templated: true }]);
    await send({ method: "POST", host: site.host, path: `/api/mock${mock.endpoint}?to=https://10.0.0.1/` });
    await waitFor(async () => expect(await logged(mock)).toHaveLength(1));
    expect(await logged(mock)).toMatchObject([
      { statusCode: null, attempts: 1, reason: expect.stringContaining("not public") },
    ]);
  });

  it("an inbox of the same project gets them without any way out", async () => {
    const inbox = await createInbox(site);
    const mock = await mockWith(
      [{ url: `${inbox.webhook.url}/paid`, body: "{}", headers: { "X-Event": "paid" } }],
      {
        responses: [{ name: "Second", body: "second" }],
      },
    );
    expect((await call(mock)).text()).toBe("second");
    await waitFor(async () => expect(await inbox.requests()).toHaveLength(1));
    expect(await inbox.newest()).toMatchObject({
      method: "POST",
      path: "/paid",
      body: "{}",
      headers: expect.objectContaining({ "x-event": "paid", "x-fieldkit-callback": "1" }),
    });
    await waitFor(async () => expect(await logged(mock)).toMatchObject([{ statusCode: 200, attempts: 1 }]));
  });

  it("a mock that is called by one sends none itself", async () => {
    const second = await mockWith([{ url: `${target}/never` }]);
    const first = await mockWith([
      { url: `${site.project.mockBaseUrl}${second.endpoint}` },
      { url: `${target}/once` },
    ]);
    await call(first);
    await waitFor(async () => expect(await logged(first)).toHaveLength(2));
    expect((await logged(first)).map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 204]);
    expect(received.map(({ url }) => url)).toEqual(["/once"]);
    expect(await logged(second)).toEqual([]);
  });
});
