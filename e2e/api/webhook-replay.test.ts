import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { targetPort as ownTargetPort } from "../target-port";
import { expectRefusal } from "./client";
import { createSite, done, type Site } from "./fixtures";
import { createInbox, type Inbox } from "./inbox";
import { addedByProxy, isBehindAny } from "./proxy";

let site: Site;
beforeAll(async () => {
  site = await createSite();
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

  it("goes to the URL alone when it is told so", async () => {
    await done(
      site.owner.post(`${inbox.api}/requests/${id}/replay`, { url: `${target}/hook?y=2`, keepPath: false }),
    );
    expect(received[0]?.url).toBe("/hook?y=2");
  });

  it("refuses a captured path that would leave the URL's", async () => {
    const other = await createInbox(site);
    await other.capture({ method: "POST", path: "/a/%2e%2e/%2e%2e/admin" });
    const { id: climbing } = await other.newest();
    const path = `${other.api}/requests/${climbing}/replay`;
    const { issues } = expectRefusal(await site.owner.post(path, { url: `${target}/hook` }), 400);
    expect(issues?.map((each) => each.path)).toEqual(["keepPath"]);
    expect(received).toEqual([]);
    await done(site.owner.post(path, { url: `${target}/hook`, keepPath: false }));
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
    expect(line).toEqual({ method: "PATCH", url: "/hook/sub?y=2&x=1" });
    expect(body?.equals(payload)).toBe(true);
    const names = rawHeaders.filter((_, at) => at % 2 === 0);
    // What stands in front drops `Connection` and keeps what it names; what it adds was captured, too.
    const kept = names.filter((name) => !isBehindAny || ![...addedByProxy, "X-Hop"].includes(name));
    expect(kept).toEqual(["Host", "Connection", "Content-Length", "X-Signature", "Content-Type", "Cookie"]);
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
