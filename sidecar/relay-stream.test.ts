import { describe, expect, it } from "vitest";
import type { WebSocket } from "ws";
import { app, clock, connect, setUpRelay, stream, streamsMax } from "./fixtures/test-relay";

setUpRelay();

/** Asks the relay for an answer and waits for it. */
function ponged(socket: WebSocket): Promise<void> {
  const answered = new Promise<void>((resolve) => socket.once("pong", () => resolve()));
  socket.ping();
  return answered;
}

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

  it("is pinged apart from those that were opened at the same time, each every 25 seconds", async () => {
    const clients = await Promise.all(Array.from({ length: streamsMax }, () => connect()));
    const pings = clients.map(() => [] as number[]);
    clients.forEach(({ socket }, at) => {
      socket.on("ping", () => pings[at]?.push(clock.now()));
    });
    for (let sofar = 0; sofar < 100; sofar += 1) {
      await clock.pass(500);
      // What the relay has sent until now is read before the answer to this.
      await Promise.all(clients.map(({ socket }) => ponged(socket)));
    }
    for (const times of pings) expect(times.map((time) => time - (times[0] ?? 0))).toEqual([0, 25_000]);
    const firsts = pings.map(([time = 0]) => time).sort((a, b) => a - b);
    for (let at = 1; at < firsts.length; at += 1) {
      expect((firsts[at] ?? 0) - (firsts[at - 1] ?? 0)).toBeGreaterThan(2000);
    }
  });

  it("lives on when pings are answered", async () => {
    const client = await connect();
    for (let ping = 1; ping <= 4; ping += 1) {
      const pinged = new Promise((resolve) => client.socket.once("ping", resolve));
      await clock.pass(25_000);
      await pinged;
      // The answer to a ping of ours follows what the relay read before it, the pong.
      await ponged(client.socket);
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
    // More than the system's own buffers take, however much that is, and as announcements alone more than may wait.
    const body = "x".repeat(4 * 1024 * 1024);
    const captures = 30;
    for (let count = 0; count < captures; count += 1) {
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
    expect(client.sequences.length).toBeLessThan(captures);
  });
});
