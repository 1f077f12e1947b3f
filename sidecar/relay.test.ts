import { createServer, get, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type ClientOptions, WebSocket } from "ws";
import { HandClock, settled } from "./fixtures/hand-clock";
import { TestApp, webhookId } from "./fixtures/test-app";
import { asksForStream } from "./handshake";
import { Relay } from "./relay";
import { serveUpgrades } from "./upgrades";

let app: TestApp;
let clock: HandClock;
let relay: Relay;
let server: Server;
let base: string;

beforeEach(async () => {
  app = new TestApp();
  clock = new HandClock();
  relay = new Relay({ bus: app.bus, backend: app, deaf: () => app.status === "degraded", clock });
  server = createServer();
  serveUpgrades(server, {
    request: (request, response) => relay.answer(request, response),
    takes: asksForStream,
    upgrade: (request, socket, head) => relay.upgrade(request, socket, head),
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  base = `127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(async () => {
  app.hold = undefined;
  await relay.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const stream = `/ws/webhook/${webhookId}`;

class Client {
  readonly socket: WebSocket;
  readonly sequences: number[] = [];
  readonly opened: Promise<void>;
  readonly closed: Promise<{ code: number; reason: string }>;

  constructor(path = stream, protocols: string[] = [], options: ClientOptions = {}) {
    const headers = { cookie: "somebody", ...options.headers };
    this.socket = new WebSocket(`ws://${base}${path}`, protocols, { ...options, headers });
    this.socket.on("message", (data) => this.sequences.push(JSON.parse(String(data)).sequence));
    this.opened = new Promise((resolve, reject) => {
      this.socket.once("open", resolve);
      this.socket.once("error", reject);
    });
    this.closed = new Promise((resolve) => {
      this.socket.once("close", (code, reason) => resolve({ code, reason: String(reason) }));
    });
  }

  async got(count: number): Promise<number[]> {
    await expect.poll(() => this.sequences.length).toBeGreaterThanOrEqual(count);
    return this.sequences;
  }
}

async function connect(...args: ConstructorParameters<typeof Client>): Promise<Client> {
  const client = new Client(...args);
  await client.opened;
  return client;
}

type Refused = { status: number; type: string | undefined; body: Record<string, string> };

function refusalOf(path: string, protocols: string[] = [], options: ClientOptions = {}): Promise<Refused> {
  return new Promise((resolve, reject) => {
    const { socket } = new Client(path, protocols, options);
    socket.on("error", () => {});
    socket.once("open", () => reject(new Error("The stream was opened")));
    socket.once("unexpected-response", (_, response) => {
      let text = "";
      response.on("data", (chunk) => {
        text += chunk;
      });
      response.on("end", () =>
        resolve({
          status: response.statusCode ?? 0,
          type: response.headers["content-type"],
          body: JSON.parse(text),
        }),
      );
    });
  });
}

describe("opening", () => {
  it("starts at the newest capture without ?after=, and misses none that comes meanwhile", async () => {
    app.capture();
    let release = () => {};
    app.hold = new Promise((resolve) => {
      release = resolve;
    });
    const client = new Client();
    await expect.poll(() => app.calls.open).toBe(1);
    app.capture("while it opens");
    release();
    await client.opened;
    app.capture("when it is open");
    expect(await client.got(2)).toEqual([2, 3]);
  });

  it("finds what came between the opening and the first subscription", async () => {
    const open = app.open.bind(app);
    app.open = async (...args) => {
      const opened = await open(...args);
      app.capture("unheard", "not at all");
      return opened;
    };
    const client = await connect();
    expect(await client.got(1)).toEqual([1]);
  });

  it.each([
    ["?after=0", [1, 2, 3]],
    ["?after=2", [3]],
    ["?after=3", []],
    ["?after=999", []],
    ["", []],
  ])("%s replays %j and goes live", async (query, replayed) => {
    for (let count = 0; count < 3; count += 1) app.capture();
    const client = await connect(stream + query);
    await settled();
    app.capture();
    expect(await client.got(replayed.length + 1)).toEqual([...replayed, 4]);
  });

  it("takes the inbox's id in any letter case", async () => {
    const client = await connect(stream.replace(webhookId, webhookId.toUpperCase()));
    app.capture();
    expect(await client.got(1)).toEqual([1]);
  });

  it("agrees on fieldkit.v1 and shows the app the ticket alone", async () => {
    const client = await connect(stream, ["fieldkit.v1", "ticket.abc"]);
    expect(client.socket.protocol).toBe("fieldkit.v1");
    app.refused.set("abc", 401);
    expect(await refusalOf(stream, ["fieldkit.v1", "ticket.abc"])).toMatchObject({ status: 401 });
  });

  it.each([401, 403, 404])("passes on the app's %i with its words", async (status) => {
    app.refused.set("somebody", status);
    expect(await refusalOf(stream)).toEqual({
      status,
      type: "application/json",
      body: { error: "The app's own words", code: "refused", requestId: "r-1" },
    });
  });

  it("is 503 while the app can't be reached", async () => {
    app.reachable = false;
    expect(await refusalOf(stream)).toMatchObject({ status: 503, body: { code: "unavailable" } });
  });

  it.each(["?after=", "?after=x", "?after=-1", "?after=1.5", "?after=1e3", "?after=9999999999999999"])(
    "%s is 400",
    async (query) => {
      expect(await refusalOf(stream + query)).toMatchObject({
        status: 400,
        type: "application/json",
        body: { code: "invalid_request" },
      });
    },
  );

  it("a handshake that is none is 400", async () => {
    const headers = { upgrade: "websocket", connection: "upgrade", "sec-websocket-key": "short" };
    const answer = await new Promise<IncomingMessage>((resolve) => {
      get({ host: "127.0.0.1", port: base.split(":")[1], path: stream, headers }, resolve);
    });
    expect(answer.statusCode).toBe(400);
    expect(answer.headers["content-type"]).toBe("application/json");
  });

  it.each([
    ["/ws", 404, "not_found"],
    ["/ws/webhook", 404, "not_found"],
    [`${stream}/more`, 404, "not_found"],
    [stream, 426, "upgrade_required"],
    [`${stream}?after=1`, 426, "upgrade_required"],
  ])("%s without an upgrade is %i", async (path, status, code) => {
    const answer = await fetch(`http://${base}${path}`);
    expect(answer.status).toBe(status);
    const body = await answer.json();
    expect(body).toEqual({ error: expect.any(String), code, requestId: answer.headers.get("x-request-id") });
  });

  it("an upgrade on an address that has no stream is 404", async () => {
    expect(await refusalOf("/ws/other")).toMatchObject({ status: 404, body: { code: "not_found" } });
  });

  it("a client that goes away while the app is asked leaves nothing behind", async () => {
    let release = () => {};
    app.hold = new Promise((resolve) => {
      release = resolve;
    });
    const client = new Client();
    client.opened.catch(() => {});
    await expect.poll(() => app.calls.open).toBe(1);
    client.socket.terminate();
    release();
    await new Promise((resolve) => setTimeout(resolve, 100));
    const checked = app.calls.check;
    await clock.pass(60_000);
    expect(app.calls.check).toBe(checked);
  });
});

describe("a stream", () => {
  it("sends nothing but captures, each as one text message, also when it is large", async () => {
    const client = await connect();
    const messages: { text: string; isBinary: boolean }[] = [];
    client.socket.on("message", (data, isBinary) => messages.push({ text: String(data), isBinary }));
    const large = "é€😀".repeat(200_000);
    app.capture("small");
    app.capture(large, "without itself");
    await clock.pass(25_000);
    await client.got(2);
    expect(messages.map(({ text }) => JSON.parse(text))).toEqual([
      { sequence: 1, body: "small" },
      { sequence: 2, body: large },
    ]);
    expect(messages.some(({ isBinary }) => isBinary)).toBe(false);
  });

  it("ignores what clients send, up to 4 KiB", async () => {
    const client = await connect();
    client.socket.send("hello");
    client.socket.send(Buffer.alloc(4096));
    app.capture();
    expect(await client.got(1)).toEqual([1]);
    client.socket.send("x".repeat(4097));
    expect((await client.closed).code).toBe(1009);
  });

  it("is pinged, and ended when it does not answer", async () => {
    const client = await connect(stream, [], { autoPong: false });
    let pings = 0;
    client.socket.on("ping", () => {
      pings += 1;
    });
    await clock.pass(25_000);
    await expect.poll(() => pings).toBe(1);
    await clock.pass(25_000);
    expect((await client.closed).code).toBe(1006);
  });

  it("lives on when pings are answered", async () => {
    const client = await connect();
    for (let ping = 1; ping <= 4; ping += 1) {
      const pinged = new Promise((resolve) => client.socket.once("ping", resolve));
      await clock.pass(25_000);
      await pinged;
      // The answer to a ping of ours follows what the relay read before it, the pong.
      const ponged = new Promise((resolve) => client.socket.once("pong", resolve));
      client.socket.ping();
      await ponged;
    }
    app.capture();
    expect(await client.got(1)).toEqual([1]);
  });

  it("catches up by itself after the bus was away, and while it is", async () => {
    const client = await connect();
    app.capture("unheard", "not at all");
    app.resume();
    expect(await client.got(1)).toEqual([1]);
    app.status = "degraded";
    app.capture("unheard", "not at all");
    await clock.pass(1000);
    expect(await client.got(2)).toEqual([1, 2]);
  });

  it.each([
    [403, 4003, "access lost"],
    [404, 4004, "inbox deleted"],
  ])("that the app refuses with %i while it catches up closes with %i", async (status, code, reason) => {
    const client = await connect();
    app.refused.set("somebody", status);
    app.capture("large", "without itself");
    expect(await client.closed).toEqual({ code, reason });
  });

  it("of a deleted inbox closes with 4004", async () => {
    const client = await connect();
    app.delete();
    expect(await client.closed).toEqual({ code: 4004, reason: "inbox deleted" });
  });

  it("closes with 4008 when its client does not read", async () => {
    const client = await connect();
    client.socket.pause();
    app.pageMax = 1;
    // More than the system's own buffers take.
    const body = "x".repeat(4 * 1024 * 1024);
    for (let count = 0; count < 20; count += 1) {
      app.capture(body, "without itself");
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    for (let asked = -1; asked !== app.calls.requestsAfter; ) {
      asked = app.calls.requestsAfter;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
    await clock.pass(3000);
    client.socket.resume();
    expect((await client.closed).code).toBe(4008);
    expect(client.sequences.length).toBeLessThan(20);
  });
});

describe("the end of the process", () => {
  it("closes every stream with 1012 and refuses who comes then or waits to be let in", async () => {
    const clients = [await connect(), await connect()];
    app.hold = new Promise(() => {});
    const waiting = refusalOf(stream);
    await expect.poll(() => app.calls.open).toBe(3);
    await relay.close();
    for (const { closed } of clients) expect(await closed).toEqual({ code: 1012, reason: "restarting" });
    expect(await waiting).toMatchObject({ status: 503 });
    expect(await refusalOf(stream)).toMatchObject({ status: 503 });
  });

  it("does not wait for a client that never answers", async () => {
    const client = await connect();
    client.socket.pause();
    const started = performance.now();
    await relay.close();
    expect(performance.now() - started).toBeLessThan(5000);
    client.socket.resume();
    await client.closed;
  });
});
