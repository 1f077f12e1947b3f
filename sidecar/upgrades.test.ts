import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { connections } from "@/lib/platform/budgets/budgets";
import { serveUpgrades } from "./upgrades";

type Seen = { method: string; url: string; rawHeaders: string[]; body: string };

let server: Server;
let seen: Seen[];
let delayMs: number;
let socket: Socket;
let received: string;
let ended: boolean;

beforeEach(async () => {
  seen = [];
  delayMs = 0;
  received = "";
  ended = false;
  server = createServer();
  serveUpgrades(server, {
    request: answer,
    takes: ({ url }) => url === "/taken",
    upgrade: (_, socket, head) => socket.end(`taken with ${head}`),
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  socket.setEncoding("latin1");
  socket.on("data", (text: string) => {
    received += text;
  });
  socket.on("end", () => {
    ended = true;
  });
});
afterEach(async () => {
  socket.destroy();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

function answer(request: IncomingMessage, response: ServerResponse): void {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    const { method = "", url = "", rawHeaders } = request;
    seen.push({ method, url, rawHeaders, body: Buffer.concat(chunks).toString("latin1") });
    setTimeout(() => response.end(`answer to ${url}\n`), delayMs);
  });
}

const answers = () => [...received.matchAll(/answer to (\S+)/g)].map(([, url]) => url);
const until = (count: number) => expect.poll(answers).toHaveLength(count);

const h2c = "Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAEAAEAAAAIAAAAB\r\n";
const websocket =
  "Connection: keep-alive, Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: x\r\n";

describe("an upgrade that nobody takes", () => {
  it.each([
    ["h2c", h2c],
    ["websocket", websocket],
  ])("%s is answered as any request, with its headers whole", async (_, offer) => {
    socket.write(`GET /a?b=%20 HTTP/1.1\r\nhOsT: x\r\nX-Twice: 1\r\n${offer}X-Twice: \xe9\r\n\r\n`, "latin1");
    await until(1);
    const lines = offer.split("\r\n").filter(Boolean);
    const offered = lines.flatMap((line) => [line.slice(0, line.indexOf(":")), line.replace(/^[^:]+: /, "")]);
    expect(seen).toEqual([
      {
        method: "GET",
        url: "/a?b=%20",
        rawHeaders: ["hOsT", "x", "X-Twice", "1", ...offered, "X-Twice", "\xe9"],
        body: "",
      },
    ]);
    expect(received).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  });

  it("keeps its body, whether counted or chunked, in one write or many", async () => {
    socket.write(`POST /counted HTTP/1.1\r\nHost: x\r\n${h2c}Content-Length: 11\r\n\r\nhello`);
    await new Promise((resolve) => setTimeout(resolve, 50));
    socket.write(" world");
    await until(1);
    const head = `PUT /chunked HTTP/1.1\r\nHost: x\r\n${websocket}Transfer-Encoding: chunked\r\n\r\n`;
    for (const part of [head, "5\r\nhel", "lo\r\n", "6\r\n world\r\n0\r\n\r\n"]) {
      socket.write(part);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    await until(2);
    expect(seen.map(({ method, body }) => [method, body])).toEqual([
      ["POST", "hello world"],
      ["PUT", "hello world"],
    ]);
  });

  it("keeps a body of 5 MiB", async () => {
    const body = "0123456789abcdef".repeat((5 * 1024 * 1024) / 16);
    socket.write(`POST /large HTTP/1.1\r\nHost: x\r\n${h2c}Content-Length: ${body.length}\r\n\r\n${body}`);
    await until(1);
    expect(seen[0]?.body === body).toBe(true);
  });

  it("leaves the connection good for any number of further requests", async () => {
    for (let count = 1; count <= 6; count += 1) {
      const offer = count % 3 === 0 ? "" : h2c;
      socket.write(`POST /${count} HTTP/1.1\r\nHost: x\r\n${offer}Content-Length: 3\r\n\r\nabc`);
      await until(count);
    }
    expect(answers()).toEqual(["/1", "/2", "/3", "/4", "/5", "/6"]);
    expect(seen.map(({ rawHeaders }) => rawHeaders.includes("h2c"))).toEqual([
      true,
      true,
      false,
      true,
      true,
      false,
    ]);
    expect(seen.every(({ body }) => body === "abc")).toBe(true);
  });

  it("is answered in its turn when requests are sent without waiting", async () => {
    delayMs = 60;
    const get = (path: string, offer = "") => `GET ${path} HTTP/1.1\r\nHost: x\r\n${offer}\r\n`;
    socket.write(get("/1") + get("/2", h2c) + get("/3", websocket) + get("/4") + get("/5", h2c));
    await until(5);
    expect(answers()).toEqual(["/1", "/2", "/3", "/4", "/5"]);
  });

  it("is answered in HTTP/1.0 and when it expects a go-ahead", async () => {
    const expects = `${h2c}Expect: 100-continue\r\nContent-Length: 2\r\n\r\n`;
    socket.write(`POST /expects HTTP/1.1\r\nHost: x\r\n${expects}`);
    await expect.poll(() => received).toContain("100 Continue");
    socket.write("ok");
    await until(1);
    socket.write(`GET /old HTTP/1.0\r\n${h2c}\r\n`);
    await until(2);
    await expect.poll(() => ended).toBe(true);
    expect(seen.map(({ url, body }) => [url, body])).toEqual([
      ["/expects", "ok"],
      ["/old", ""],
    ]);
  });

  it("whose client goes away harms nobody", async () => {
    delayMs = 50;
    socket.write(`GET /1 HTTP/1.1\r\nHost: x\r\n\r\nGET /2 HTTP/1.1\r\nHost: x\r\n${h2c}\r\n`);
    await expect.poll(() => seen.length).toBe(1);
    socket.resetAndDestroy();
    await new Promise((resolve) => setTimeout(resolve, 120));
    expect(seen.length).toBe(1);
    expect(server.listening).toBe(true);
  });
});

describe("an upgrade request with too many headers", () => {
  const padding = (count: number) => "a:\r\n".repeat(count);
  const smuggled = "GET /smuggled HTTP/1.1\r\nHost: x\r\n\r\n";
  const head = (url: string, offer: string, count: number) =>
    `POST ${url} HTTP/1.1\r\nHost: x\r\n${offer}${padding(count)}Content-Length: ${smuggled.length}\r\n\r\n${smuggled}`;

  it.each([
    ["h2c that nobody takes", "/a", h2c],
    ["a WebSocket that is taken", "/taken", websocket],
  ])("gets one 431 and a closed connection: %s", async (_, url, offer) => {
    socket.write(head(url, offer, connections.headLinesMax));
    await expect.poll(() => ended).toBe(true);
    expect(received.match(/^HTTP\/1\.1 \d+/gm)).toEqual(["HTTP/1.1 431"]);
    expect(received).not.toContain("taken with");
    expect(seen).toEqual([]);
  });

  it("is refused after another request in the same packet", async () => {
    delayMs = 30;
    socket.write(`GET /1 HTTP/1.1\r\nHost: x\r\n\r\n${head("/a", h2c, connections.headLinesMax)}`);
    await expect.poll(() => ended).toBe(true);
    const statuses = received.match(/^HTTP\/1\.1 \d+/gm);
    // Node 24 refuses such a request itself, and drops the responses that wait.
    expect([["HTTP/1.1 200", "HTTP/1.1 431"], ["HTTP/1.1 431"]]).toContainEqual(statuses);
    expect(seen.filter(({ url }) => url !== "/1")).toEqual([]);
  });

  it("is answered once at the limit, with its body", async () => {
    const own = 2 + h2c.split("\r\n").length - 1;
    socket.write(head("/limit", h2c, connections.headLinesMax - own));
    await until(1);
    expect(seen).toMatchObject([{ url: "/limit", body: smuggled }]);
    expect(seen[0]?.rawHeaders).toHaveLength(2 * connections.headLinesMax);
  });
});

describe("an upgrade that is taken", () => {
  it("gets the socket and what came with the head", async () => {
    socket.write(`GET /taken HTTP/1.1\r\nHost: x\r\n${websocket}\r\nfirst bytes`);
    await expect.poll(() => received).toBe("taken with first bytes");
  });

  it("gets it after others on the same connection were answered", async () => {
    delayMs = 30;
    socket.write(
      `GET /1 HTTP/1.1\r\nHost: x\r\n${h2c}\r\nGET /taken HTTP/1.1\r\nHost: x\r\n${websocket}\r\n`,
    );
    await expect.poll(() => received).toContain("taken with ");
    expect(received.indexOf("answer to /1")).toBeLessThan(received.indexOf("taken with"));
    expect(answers()).toEqual(["/1"]);
  });
});
