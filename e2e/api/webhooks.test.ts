import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { targetPort as ownTargetPort } from "../target-port";
import { appHost, expectRefusal, send } from "./client";
import {
  type Captured,
  createProject,
  createSite,
  createWebhook,
  done,
  type Site,
  unique,
  unknownId,
  type Webhook,
} from "./fixtures";
import { createInbox, type Inbox } from "./inbox";

let site: Site;
let list: string;
beforeAll(async () => {
  site = await createSite();
  list = `/api/projects/${site.project.id}/webhooks`;
});

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const uuid = expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
const timestamp = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

describe("inboxes", () => {
  it("are created with defaults, and exactly the documented fields", async () => {
    const webhook = await done<Webhook>(site.owner.post(list, { name: "  Orders ", color: "red" }), 201);
    expect(webhook).toEqual({
      id: uuid,
      referenceId: expect.stringMatching(/^[a-z0-9]{16}$/),
      projectId: site.project.id,
      name: "Orders",
      description: null,
      expiresAt: null,
      response: null,
      url: `http://${site.host}/api/webhook/${webhook.referenceId}`,
      createdAt: timestamp,
      updatedAt: timestamp,
    });
    expect(await done(site.owner.get(`${list}/${webhook.id}`))).toEqual(webhook);
  });

  it("keep what they are given", async () => {
    const fields = {
      name: "é 日本 🎈",
      description: "",
      expiresAt: "2099-01-31T12:00:00.000Z",
      response: { statusCode: 418, headers: { "X-A": ["1", "2"], "X-B": "3" }, body: "b", delayMs: 5 },
    };
    const webhook = await createWebhook(site.owner, site.project.id, fields);
    expect(webhook).toMatchObject(fields);
    const offset = await createWebhook(site.owner, site.project.id, {
      expiresAt: "2099-01-31T14:00:00+02:00",
    });
    expect(offset.expiresAt).toBe("2099-01-31T12:00:00.000Z");
  });

  it("are listed newest first, and only the project's", async () => {
    const project = await createProject(site.owner, site.team.id);
    const made: string[] = [];
    for (let count = 0; count < 3; count += 1) made.unshift((await createWebhook(site.owner, project.id)).id);
    const path = `/api/projects/${project.id}/webhooks`;
    expect((await done<Webhook[]>(site.owner.get(path))).map(({ id }) => id)).toEqual(made);
    const first = await site.owner.get(`${path}?limit=2`);
    expect(first.json<Webhook[]>().map(({ id }) => id)).toEqual(made.slice(0, 2));
    const next = /^<(.+)>; rel="next"$/.exec(String(first.headers.link))?.[1] ?? "";
    const second = await site.owner.get(next);
    expect(second.json<Webhook[]>().map(({ id }) => id)).toEqual(made.slice(2));
    expect(second.headers.link).toBeUndefined();
  });

  it("change by PUT in the fields that are given", async () => {
    const webhook = await createWebhook(site.owner, site.project.id, { description: "old" });
    const path = `${list}/${webhook.id}`;
    expect(await done(site.owner.put(path, {}))).toEqual(webhook);
    await wait(5);
    const renamed = await done<Webhook>(site.owner.put(path, { name: "New" }));
    expect(renamed).toEqual({ ...webhook, name: "New", updatedAt: renamed.updatedAt });
    expect(renamed.updatedAt > webhook.updatedAt).toBe(true);
    const cleared = await done<Webhook>(
      site.owner.put(path, { description: null, response: { statusCode: 201 } }),
    );
    expect(cleared).toMatchObject({
      description: null,
      response: { statusCode: 201, headers: {}, body: "", delayMs: 0 },
    });
    expect(await done(site.owner.put(path, { response: null }))).toMatchObject({
      response: null,
      name: "New",
    });
  });

  it("can't be made expired, but be made to expire", async () => {
    const past = "2020-01-01T00:00:00.000Z";
    const { issues } = expectRefusal(await site.owner.post(list, { name: "x", expiresAt: past }), 400);
    expect(issues?.map(({ path }) => path)).toEqual(["expiresAt"]);
    const { id } = await createWebhook(site.owner, site.project.id);
    expect(await done(site.owner.put(`${list}/${id}`, { expiresAt: past }))).toMatchObject({
      expiresAt: past,
    });
  });

  it("are deleted with what they captured", async () => {
    const inbox = await createInbox(site);
    await inbox.capture();
    expect(await done(site.owner.delete(inbox.api))).toEqual({ success: true });
    for (const path of [inbox.api, `${inbox.api}/requests`]) {
      expectRefusal(await site.owner.get(path), 404, "Webhook not found");
    }
    expectRefusal(await site.owner.delete(inbox.api), 404, "Webhook not found");
  });

  it.each([
    [{}, ["name"]],
    [{ name: "" }, ["name"]],
    [{ name: " " }, ["name"]],
    [{ name: "x".repeat(201) }, ["name"]],
    [
      { name: 1, description: 2, expiresAt: "soon", response: "x" },
      ["name", "description", "expiresAt", "response"],
    ],
    [{ name: "x", expiresAt: "0000-01-01T00:00:00Z" }, ["expiresAt"]],
    [{ name: "x", expiresAt: 1 }, ["expiresAt"]],
    [{ name: "x", response: [] }, ["response"]],
    [{ name: "x", response: { statusCode: 199 } }, ["response.statusCode"]],
    [{ name: "x", response: { statusCode: 600 } }, ["response.statusCode"]],
    [{ name: "x", response: { statusCode: 200.5 } }, ["response.statusCode"]],
    [{ name: "x", response: { delayMs: 30_001 } }, ["response.delayMs"]],
    [{ name: "x", response: { delayMs: -1 } }, ["response.delayMs"]],
    [{ name: "x", response: { body: {} } }, ["response.body"]],
    ...[
      "Connection",
      "Content-Length",
      "Transfer-Encoding",
      "Proxy-X",
      "Clear-Site-Data",
      "bad name",
      "é",
    ].map((name) => [{ name: "x", response: { headers: { [name]: "x" } } }, [`response.headers.${name}`]]),
    [{ name: "x", response: { headers: { "X-A": "a\r\nB: c" } } }, ["response.headers.X-A"]],
    [
      { name: "x", response: { headers: { "Set-Cookie": "a=1; Domain=x" } } },
      ["response.headers.Set-Cookie"],
    ],
  ] as [Record<string, unknown>, string[]][])("%j is 400", async (fields, paths) => {
    const created = expectRefusal(await site.owner.post(list, fields), 400);
    expect(created.issues?.map(({ path }) => path)).toEqual(paths);
    const { id } = await createWebhook(site.owner, site.project.id);
    if (!("name" in fields)) return;
    const changed = expectRefusal(await site.owner.put(`${list}/${id}`, fields), 400);
    expect(changed.issues?.map(({ path }) => path)).toEqual(paths);
  });
});

describe("captured requests", () => {
  let inbox: Inbox;
  const sequences = (requests: Captured[]) => requests.map(({ sequence }) => sequence);
  beforeAll(async () => {
    inbox = await createInbox(site);
    await inbox.capture({ path: "/orders/4711?color=gr%C3%BCn" });
    await inbox.capture({ method: "POST", path: "/Caf%C3%A9", body: '{"name":"Ada Lovelace"}' });
    await inbox.capture({
      method: "PUT",
      headers: { "x-topic": "Invoice" },
      body: Buffer.from([0xff, 0x5f, 0x42]),
    });
    await inbox.capture({ method: "POST", body: "日本語" });
  });

  it("have exactly the documented fields", async () => {
    const [newest] = await inbox.requests();
    expect(newest).toEqual({
      id: uuid,
      webhookId: inbox.webhook.id,
      sequence: 4,
      method: "POST",
      path: "",
      rawUrl: inbox.path,
      headers: { host: site.host, "content-length": "9", connection: "close" },
      rawHeaders: expect.arrayContaining([["host", site.host]]),
      query: {},
      body: "日本語",
      bodyEncoding: "utf8",
      size: 9,
      ip: "127.0.0.1",
      receivedAt: timestamp,
    });
    expect(await done(site.owner.get(`${inbox.api}/requests/${newest?.id}`))).toEqual(newest);
  });

  it.each([
    ["", [4, 3, 2, 1]],
    ["?after=0", [4, 3, 2, 1]],
    ["?after=2", [4, 3]],
    ["?after=4", []],
    ["?after=999999999999999", []],
    ["?method=POST", [4, 2]],
    ["?method=post", [4, 2]],
    ["?method=PATCH", []],
    ["?method=%25", []],
    ["?q=", [4, 3, 2, 1]],
    ["?q=LOVELACE", [2]],
    ["?q=grün", [1]],
    ["?q=caf%C3%A9", [2]],
    ["?q=gr%25C3%25BC", [1]],
    ["?q=x-topic: inv", [3]],
    ["?q=_b", [3]],
    ["?q=本", [4]],
    ["?q=api/webhook", []],
    ["?q=%25", [2, 1]],
    ["?method=POST&q=ada&after=1", [2]],
    ["?limit=3", [4, 3, 2]],
    ["?after=1&limit=2", [4, 3]],
  ])("listed by %s", async (query, expected) => {
    expect(sequences(await inbox.requests(encodeURI(query).replaceAll("%25", "%")))).toEqual(expected);
  });

  it.each([
    ["after=", "after"],
    ["after=-1", "after"],
    ["after=1.5", "after"],
    ["after=9999999999999999", "after"],
    ["method=", "method"],
    ["limit=", "limit"],
    ["limit=0", "limit"],
    ["limit=1001", "limit"],
    ["cursor=%21", "cursor"],
    ["limit=1&cursor=AAAA", "cursor"],
    ["bodyBytesMax=", "bodyBytesMax"],
    ["bodyBytesMax=-1", "bodyBytesMax"],
    ["q=%00", "q"],
  ])("%s is 400", async (query, path) => {
    const { issues } = expectRefusal(await site.owner.get(`${inbox.api}/requests?${query}`), 400);
    expect(issues?.map((issue) => issue.path)).toEqual([path]);
  });

  it.each(["", "&method=POST", "&q=o", "&after=1"])("pages (%s) show every item once", async (filter) => {
    const all = sequences(await inbox.requests(`?${filter.slice(1)}`));
    const seen: number[] = [];
    let next: string | undefined = `${inbox.api}/requests?limit=1${filter}`;
    for (let page = 0; next && page < 10; page += 1) {
      const answer = await site.owner.get(next);
      seen.push(...sequences(answer.json<Captured[]>()));
      next = /^<(.+)>; rel="next"$/.exec(String(answer.headers.link ?? ""))?.[1];
    }
    expect(seen).toEqual(all);
    expect(next).toBeUndefined();
  });

  it("bodyBytesMax cuts bodies, at whole characters where they are text", async () => {
    const cut = await inbox.requests("?bodyBytesMax=4");
    expect(cut.map(({ body, bodyTruncated, size }) => [body, bodyTruncated, size])).toEqual([
      ["日", true, 9],
      [Buffer.from([0xff, 0x5f, 0x42]).toString("base64"), undefined, 3],
      ['{"na', true, 23],
      ["", undefined, 0],
    ]);
    const searched = await inbox.requests("?bodyBytesMax=0&q=lovelace");
    expect(searched.map(({ sequence, body }) => [sequence, body])).toEqual([[2, ""]]);
  });

  it("unknown ones are 404", async () => {
    const [{ id = "" } = {}] = await inbox.requests();
    const other = await createInbox(site);
    for (const path of [
      ...[unknownId, "x", "%00", id.toUpperCase()].map((each) => `${inbox.api}/requests/${each}`),
      `${other.api}/requests/${id}`,
    ]) {
      const refusals = [
        await site.owner.get(path),
        await site.owner.get(`${path}/body`),
        await site.owner.delete(path),
      ];
      for (const answer of refusals) expect([answer.status, path]).toEqual([404, path]);
      expectRefusal(await site.owner.post(`${path}/replay`, { url: "https://example.com" }), 404);
    }
    expect(await inbox.requests()).toHaveLength(4);
  });

  it("are deleted one by one and all at once; sequences go on", async () => {
    const own = await createInbox(site);
    for (let count = 0; count < 3; count += 1) await own.capture();
    const [third, second] = await own.requests();
    expect(await done(site.owner.delete(`${own.api}/requests/${second?.id}`))).toEqual({ success: true });
    expectRefusal(await site.owner.delete(`${own.api}/requests/${second?.id}`), 404, "Request not found");
    expect(sequences(await own.requests())).toEqual([3, 1]);
    expect(await done(site.owner.delete(`${own.api}/requests`))).toEqual({ success: true });
    expect(await own.requests()).toEqual([]);
    expectRefusal(await site.owner.get(`${own.api}/requests/${third?.id}`), 404, "Request not found");
    await own.capture();
    expect(sequences(await own.requests())).toEqual([4]);
  });

  it("a body is a download, never a page of the app", async () => {
    const own = await createInbox(site);
    const body = "<script>alert(document.cookie)</script>";
    await own.capture({ method: "POST", body, headers: { "content-type": "text/html" } });
    const answer = await site.owner.get(`${own.api}/requests/${(await own.newest()).id}/body`);
    expect(answer.text()).toBe(body);
    expect(answer.headers).toMatchObject({
      "content-type": "application/octet-stream",
      "x-content-type-options": "nosniff",
      "cache-control": "no-store, no-transform",
    });
    expect(answer.headers["content-disposition"]).toMatch(/^attachment; filename=[0-9a-f-]+\.bin$/);
    expect(answer.headers["content-security-policy"]).toBe("sandbox");
  });
});

describe("replay", () => {
  const targetPort = ownTargetPort();
  const target = `http://127.0.0.1:${targetPort}`;
  let server: Server;
  let inbox: Inbox;
  let id: string;
  let received: { method?: string; url?: string; rawHeaders: string[]; body: Buffer }[] = [];
  let answerWith: (request: IncomingMessage, response: ServerResponse) => void;
  const payload = Buffer.from([0, 1, 2, 0xff, 0x0d, 0x0a]);
  const replay = (url: unknown) => site.owner.post(`${inbox.api}/requests/${id}/replay`, { url });

  beforeAll(async () => {
    server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on("data", (chunk: Buffer) => chunks.push(chunk));
      request.on("end", () => {
        const { method = "", url = "", rawHeaders } = request;
        received.push({ method, url, rawHeaders, body: Buffer.concat(chunks) });
        answerWith(request, response);
      });
    });
    server.listen(targetPort, "127.0.0.1");
    await once(server, "listening");
    inbox = await createInbox(site);
    const headers = {
      "X-Signature": "sha256=abc",
      "Content-Type": "application/octet-stream",
      Connection: "close, X-Hop",
      "X-Hop": "1",
      "Proxy-Authorization": "secret",
      Cookie: "a=1",
    };
    await inbox.capture({ method: "PATCH", path: "/sub?x=1", body: payload, headers });
    id = (await inbox.newest()).id;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  beforeEach(() => {
    received = [];
    answerWith = (_, response) => response.writeHead(201, { "X-Reply": "yes" }).end("hello é");
  });

  it("sends method, headers and exact bytes, and shows the answer", async () => {
    const answer = await done(replay(`${target}/hook?y=2`));
    expect(answer).toEqual({
      statusCode: 201,
      headers: expect.objectContaining({ "x-reply": "yes" }),
      body: "hello é",
      durationMs: expect.any(Number),
    });
    expect(received).toHaveLength(1);
    const [{ rawHeaders = [], body, ...line } = {}] = received;
    expect(line).toEqual({ method: "PATCH", url: "/hook?y=2" });
    expect(body?.equals(payload)).toBe(true);
    const names = rawHeaders.filter((_, at) => at % 2 === 0);
    expect(names).toEqual(["Host", "Connection", "Content-Length", "X-Signature", "Content-Type", "Cookie"]);
    expect(rawHeaders[1]).toBe(`127.0.0.1:${targetPort}`);
  });

  it("shows failures and redirects of the target as they are, and follows none", async () => {
    answerWith = (_, response) => response.writeHead(302, { location: `${target}/elsewhere` }).end();
    expect(await done(replay(target))).toMatchObject({
      statusCode: 302,
      headers: { location: `${target}/elsewhere` },
    });
    answerWith = (_, response) => response.writeHead(500).end("broken");
    expect(await done(replay(target))).toMatchObject({ statusCode: 500, body: "broken" });
    expect(received).toHaveLength(2);
  });

  it("shows no more than 1 MiB of an endless answer", async () => {
    answerWith = (_, response) => {
      const more = () => {
        while (response.write("x".repeat(65_536)));
      };
      response.on("drain", more);
      more();
    };
    const { body } = await done<{ body: string }>(replay(target));
    expect(body).toHaveLength(1024 * 1024);
  });

  it.each<[string, typeof answerWith]>([
    ["hangs up", (_, response) => response.destroy()],
    [
      "breaks off",
      (_, response) => response.writeHead(200, { "content-length": 10 }).write("x", () => response.destroy()),
    ],
    ["speaks no HTTP", (request) => request.socket.end("SSH-2.0\r\n")],
  ])("is 502 when the target %s", async (_, answer) => {
    answerWith = answer;
    const { status, json } = await replay(target);
    expect([status, json<{ code: string }>().code]).toEqual([502, "bad_gateway"]);
  });

  it.each([
    ...[
      "http://127.0.0.1:1/",
      "http://localhost:5432/",
      "https://127.0.0.1/",
      "https://localhost/",
      "https://[::1]/",
    ],
    ...[
      "https://2130706433/",
      "https://0x7f.1/",
      "https://0177.0.0.1/",
      "https://[::ffff:7f00:1]/",
      "https://10.0.0.1/",
    ],
    ...["https://169.254.169.254/latest/meta-data", "https://127.0.0.1.nip.invalid./", "http://example.com/"],
    ...[
      "ftp://example.com/",
      "file:///etc/passwd",
      "javascript:alert(1)",
      "data:text/plain,x",
      "//example.com",
      "",
      "x",
    ],
    ...[
      "https://user@example.com/",
      "https://user:secret@example.com/",
      `http://user@127.0.0.1:${targetPort}/`,
    ],
    ...["https://example.com:22/", "https://x".padEnd(2001, "x")],
  ])("refuses %s", async (url) => {
    const answer = await replay(url);
    // A name that nobody knows is the other side's failure, for all that can be told.
    if (url.includes(".invalid")) expect(answer.status).toBe(502);
    else expect(expectRefusal(answer, 400).issues?.map(({ path }) => path)).toEqual(["url"]);
    expect(received).toEqual([]);
  });

  it.each([undefined, null, 1, ["https://example.com"]])("refuses %j for an address", async (url) => {
    expectRefusal(await replay(url), 400);
  });
});

describe("stream tickets", () => {
  it("are given out for 30 seconds, and never twice", async () => {
    const { api, webhook } = await createInbox(site);
    const path = `${api}/stream-tickets`;
    const before = Date.now();
    const headers = { "idempotency-key": unique("key") };
    const first = await site.owner.call("POST", path, {}, headers);
    const { ticket, expiresAt } = first.json<{ ticket: string; expiresAt: string }>();
    expect(first.status).toBe(201);
    expect(ticket).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(Date.parse(expiresAt) - before).toBeGreaterThan(29_000);
    expect(Date.parse(expiresAt) - before).toBeLessThan(35_000);
    const repeat = await site.owner.call("POST", path, {}, headers);
    expectRefusal(repeat, 409);
    expect(repeat.text()).not.toContain(ticket);
    const open = (body: unknown) =>
      send({
        method: "POST",
        path: `/api/webhook-streams/${webhook.id}`,
        headers: { host: appHost, "content-type": "application/json" },
        body: JSON.stringify(body),
      });
    expect((await open({ ticket })).status).toBe(200);
    expectRefusal(await open({ ticket }), 401);
    expectRefusal(await open({ ticket: "x" }), 401);
  });
});
