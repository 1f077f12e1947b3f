import { connect } from "node:net";
import { beforeAll, describe, expect, it } from "vitest";
import { withoutPages } from "../door";
import { appHost, expectRefusal, port, send } from "./client";
import { createMock, createSite, type Site } from "./fixtures";
import { isBehindNginx } from "./proxy";

let site: Site;

beforeAll(async () => {
  site = await createSite();
  await createMock(site.owner, site.project.id, { endpoint: "/here", responseBody: "here" });
});

/** Sends bytes as they are, and gives all that comes back until the server closes. */
function exchange(text: string): Promise<{ status: number; head: string; body: string }> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = connect(port, "127.0.0.1", () => socket.write(text, "latin1"));
    socket.setTimeout(25_000, () => socket.destroy(new Error(`No answer to ${text}`)));
    socket.on("data", (chunk) => chunks.push(chunk));
    socket.on("error", reject);
    socket.on("close", () => {
      const [head = "", ...body] = Buffer.concat(chunks).toString("latin1").split("\r\n\r\n");
      resolve({ status: Number(head.split(" ")[1]), head, body: body.join("\r\n\r\n") });
    });
  });
}

const close = "Connection: close\r\n\r\n";
const signIn = (headers: string, body: string) =>
  `POST /api/auth/sign-in HTTP/1.1\r\nHost: ${appHost}\r\nContent-Type: application/json\r\n${headers}${close}${body}`;

// nginx refuses codings that it doesn't know by their own status. Bare line feeds it takes, and writes anew.
const byNginx = new Map([
  ["chunked that is not last", 501],
  ["an unknown coding", 501],
  ["bare line feeds", 200],
]);

describe("requests that two servers could read differently are 400", () => {
  it.each([
    [
      "both lengths",
      signIn("Content-Length: 5\r\nTransfer-Encoding: chunked\r\n", "0\r\n\r\nGET / HTTP/1.1\r\n\r\n"),
    ],
    ["two lengths", signIn("Content-Length: 2\r\nContent-Length: 3\r\n", "{}")],
    ["a signed length", signIn("Content-Length: +2\r\n", "{}")],
    ["chunked that is not last", signIn("Transfer-Encoding: chunked, identity\r\n", "0\r\n\r\n")],
    ["an unknown coding", signIn("Transfer-Encoding: xchunked\r\n", "0\r\n\r\n")],
    ["a malformed chunk", signIn("Transfer-Encoding: chunked\r\n", "zz\r\n{}\r\n0\r\n\r\n")],
    ["a folded header", `GET /livez HTTP/1.1\r\nHost: ${appHost}\r\nX-A: a\r\n b\r\n${close}`],
    ["a space before the colon", `GET /livez HTTP/1.1\r\nHost: ${appHost}\r\nX-A : a\r\n${close}`],
    ["bare line feeds", `GET /livez HTTP/1.1\nHost: ${appHost}\nConnection: close\n\n`],
    ["a NUL", `GET /livez HTTP/1.1\r\nHost: ${appHost}\r\nX-A: a\0b\r\n${close}`],
    ["no host", `GET /livez HTTP/1.1\r\n${close}`],
  ])("%s", async (name, text) => {
    expect((await exchange(text)).status).toBe((isBehindNginx && byNginx.get(name)) || 400);
  });
});

describe("hosts", () => {
  it("a probe of HTTP/1.0 without a host is answered", async () => {
    expect((await exchange("GET /livez HTTP/1.0\r\n\r\n")).body).toContain('"ok"');
    expect((await exchange("GET /api/teams HTTP/1.0\r\n\r\n")).status).toBe(401);
  });

  // A proxy has to take the target's host for the only one, and to tell no other.
  it.each([
    ["the app", () => `http://${appHost}/api/teams`, () => appHost, 401],
    ["the project", () => `http://${site.host}/api/mock/here`, () => site.host, 200],
    ["in other letters", () => `HTTP://${site.host.toUpperCase()}/api/mock/here?a`, () => site.host, 200],
    [
      "another than Host",
      () => `http://${site.host}/api/mock/here`,
      () => appHost,
      isBehindNginx ? 200 : 400,
    ],
    [
      "another than Host, the other way round",
      () => `http://${appHost}/api/teams`,
      () => site.host,
      isBehindNginx ? 401 : 400,
    ],
  ])("of an absolute target: %s", async (_, target, host, status) => {
    expect((await exchange(`GET ${target()} HTTP/1.1\r\nHost: ${host()}\r\n${close}`)).status).toBe(status);
  });

  it.each([
    ["two names", () => `Host: ${site.host}\r\nHost: ${appHost}\r\n`],
    ["the same name twice", () => `Host: ${site.host}\r\nhost: ${site.host}\r\n`],
    ["no name", () => "Host:\r\n"],
  ])("%s are 400, whatever is asked for", async (_, hosts) => {
    for (const line of ["GET /api/mock/here", "POST /api/teams", "GET /sign-in", "HEAD /livez"]) {
      const { status, head, body } = await exchange(`${line} HTTP/1.1\r\n${hosts()}${close}`);
      expect(status, line).toBe(400);
      // nginx says it on a page of its own.
      if (isBehindNginx) continue;
      if (!line.startsWith("HEAD")) expect(JSON.parse(body)).toMatchObject({ code: "invalid_request" });
      expect(head).toMatch(/^x-request-id: /im);
    }
  });
});

describe("a path with dot segments", () => {
  const paths = [
    ...["/_next/../api/teams", "/./api/teams", "/x/../api/teams", "/api/../api/teams", "/x/../livez"],
    ...["/%2e/api/teams", "/x/%2E%2e/api/teams", "/x/.%2e/api/teams", "/x\\..\\api/teams", "/api/.."],
  ];
  it.each(paths)("is 400 on the app's host: %s", async (path) => {
    for (const target of [path, `http://${appHost}${path}`]) {
      const { status, body } = await exchange(`GET ${target} HTTP/1.1\r\nHost: ${appHost}\r\n${close}`);
      expect(status, target).toBe(400);
      // nginx refuses some of them on a page of its own.
      if (!isBehindNginx) expect(JSON.parse(body)).toMatchObject({ code: "invalid_request" });
    }
  });

  it("is 400 for a request that offers an upgrade", async () => {
    const offer = "Connection: Upgrade, close\r\nUpgrade: h2c\r\n\r\n";
    const { status } = await exchange(`GET /x/../api/teams HTTP/1.1\r\nHost: ${appHost}\r\n${offer}`);
    expect(status).toBe(400);
  });

  it("is a matter of the path alone, not of the query", async () => {
    const target = "/api/teams?from=/x/../y&to=%2e%2e/.";
    const { status } = await exchange(`GET ${target} HTTP/1.1\r\nHost: ${appHost}\r\n${close}`);
    expect(status).toBe(401);
  });
});

it.skipIf(isBehindNginx)(
  "more than 2,000 headers get one 431, and the body is not read as a request",
  async () => {
    const smuggled = `GET /livez HTTP/1.1\r\nHost: ${appHost}\r\n\r\n`;
    const padding = `Connection: Upgrade\r\nUpgrade: h2c\r\n${"a:\r\n".repeat(2000)}`;
    for (const host of [appHost, site.host]) {
      const head = `GET /api/mock/here HTTP/1.1\r\nHost: ${host}\r\n${padding}Content-Length: ${smuggled.length}`;
      const { status, body } = await exchange(`${head}\r\n\r\n${smuggled}`);
      expect([status, body]).toEqual([431, ""]);
    }
  },
);

describe("what is no request for a page", () => {
  it.each(["OPTIONS *", "TRACE /", "TRACE /api/teams", "TRACE /sign-in"])("%s is refused", async (line) => {
    const { status } = await exchange(`${line} HTTP/1.1\r\nHost: ${appHost}\r\n${close}`);
    expect([400, 404, 405]).toContain(status);
  });

  it.skipIf(withoutPages)("an offer of HTTP/2 is passed over, also after a page was served", async () => {
    expect((await send({ path: "/sign-in" })).status).toBe(200);
    const offer =
      "Connection: Upgrade, HTTP2-Settings, close\r\nUpgrade: h2c\r\nHTTP2-Settings: AAEAAEAAAAIAAAABAAMAAABk";
    for (const [host, path] of [
      [appHost, "/livez"],
      [site.host, "/api/mock/here"],
    ]) {
      const answer = await exchange(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\n${offer}\r\n\r\n`);
      expect(answer.status, host).toBe(200);
    }
  });
});

it.each(["/livez", "/readyz"])("%s answers GET and HEAD alone", async (path) => {
  for (const method of ["GET", "HEAD"]) expect((await send({ method, path })).status).toBe(200);
  for (const method of ["POST", "PUT", "PATCH", "DELETE", "OPTIONS"]) {
    const answer = await send({ method, path });
    expectRefusal(answer, 405);
    expect(answer.headers.allow).toBe("GET, HEAD");
  }
});
