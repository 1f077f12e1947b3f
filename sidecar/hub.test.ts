import { beforeEach, describe, expect, it } from "vitest";
import { Refusal } from "./backend";
import { HandClock, settled } from "./fixtures/hand-clock";
import { TestApp, webhookId } from "./fixtures/test-app";
import { TestPeer } from "./fixtures/test-peer";
import { Hub } from "./hub";
import { limits, StreamClient } from "./stream-client";

const KiB = 1024;
const MiB = 1024 * KiB;

let app: TestApp;
let clock: HandClock;
let hub: Hub;

beforeEach(() => {
  app = new TestApp();
  clock = new HandClock();
  hub = new Hub({
    webhookId,
    bus: app.bus,
    requestsAfter: (after, client) =>
      app.requestsAfter(webhookId, client.grant, after).catch((error) => {
        if (error instanceof Refusal) client.close("accessLost");
        throw error;
      }),
    listening: () => {},
  });
  clock.every(250, () => hub.tick());
});

function connect(after = 0, grant = "somebody") {
  const peer = new TestPeer();
  const client: StreamClient = new StreamClient({
    peer,
    grant,
    after,
    now: clock.now,
    closed: () => hub.remove(client),
  });
  hub.learn(app.lastSequence);
  hub.add(client);
  return { peer, client };
}

const upTo = (last: number, first = 1) => Array.from({ length: last - first + 1 }, (_, at) => first + at);

describe("each capture once and in order", () => {
  it("comes from the bus without asking the app", async () => {
    const { peer } = connect();
    for (let count = 0; count < 5; count += 1) app.capture(`body ${count}`);
    await settled();
    expect(peer.sequences).toEqual([1, 2, 3, 4, 5]);
    expect(peer.messages[4]).toEqual({ sequence: 5, body: "body 4" });
    expect(app.calls.requestsAfter).toBe(0);
  });

  it("is read from the app when the bus carried only its number", async () => {
    const { peer } = connect();
    app.capture("small");
    app.capture("large", "without itself");
    app.capture("small");
    await settled();
    expect(peer.messages.map(({ body }) => body)).toEqual(["small", "large", "small"]);
  });

  it("is repaired after a jump in the sequence", async () => {
    const { peer } = connect();
    app.capture();
    app.capture("unheard", "not at all");
    app.capture("unheard", "not at all");
    app.capture();
    await settled();
    expect(peer.sequences).toEqual([1, 2, 3, 4]);
  });

  it("does not come twice when it is announced twice, late, or both read and announced", async () => {
    const { peer } = connect();
    app.capture("one");
    app.capture("two", "not at all");
    app.capture("three");
    app.announce({ sequence: 2, body: "two" });
    app.announce({ sequence: 3, body: "three" });
    await settled();
    app.announce({ sequence: 1, body: "one" });
    await settled();
    expect(peer.sequences).toEqual([1, 2, 3]);
  });

  it("holds for what comes in while a client catches up", async () => {
    for (let count = 0; count < 20; count += 1) app.capture();
    let release = () => {};
    app.hold = new Promise((resolve) => {
      release = resolve;
    });
    const { peer } = connect(5);
    for (let count = 0; count < 20; count += 1) app.capture();
    await settled();
    expect(peer.sequences).toEqual([]);
    release();
    await settled();
    expect(peer.sequences).toEqual(upTo(40, 6));
  });

  it("holds over pages, however short they are", async () => {
    for (let count = 0; count < 30; count += 1) app.capture();
    app.pageMax = 1;
    const { peer } = connect();
    await settled();
    for (let turn = 0; turn < 40 && peer.messages.length < 30; turn += 1) await settled();
    expect(peer.sequences).toEqual(upTo(30));
  });

  it("goes on where retention has dropped what is missing", async () => {
    for (let count = 0; count < 70; count += 1) app.capture();
    const { peer } = connect(10);
    await settled();
    expect(peer.sequences).toEqual(upTo(70, 21));
    app.kept = [];
    const late = connect(65);
    app.capture();
    await settled();
    expect(late.peer.sequences).toEqual([71]);
    expect(peer.sequences.at(-1)).toBe(71);
  });

  it("holds when single captures were deleted from the inbox", async () => {
    for (let count = 0; count < 6; count += 1) app.capture();
    app.kept = app.kept.filter(({ sequence }) => sequence !== 1 && sequence !== 4);
    const { peer } = connect();
    await settled();
    expect(peer.sequences).toEqual([2, 3, 5, 6]);
  });

  it("is tried again while the app can't be reached, and no stream is closed", async () => {
    app.capture();
    app.reachable = false;
    const { peer } = connect();
    await clock.pass(20_000);
    expect(peer.sequences).toEqual([]);
    expect(peer.closed).toBeUndefined();
    const asked = app.calls.requestsAfter;
    expect(asked).toBeGreaterThan(3);
    expect(asked).toBeLessThan(15);
    app.reachable = true;
    await clock.pass(limits.retryMs.last + 250);
    expect(peer.sequences).toEqual([1]);
  });

  it("is read once for a hundred clients at the same place", async () => {
    const peers = Array.from({ length: 100 }, () => connect().peer);
    app.capture("large", "without itself");
    await settled();
    expect(app.calls.requestsAfter).toBe(1);
    for (const peer of peers) expect(peer.sequences).toEqual([1]);
  });

  it("reaches the others when the one whose access it was read with has lost it", async () => {
    connect(0, "lost");
    const { peer } = connect();
    app.refused.set("lost", 403);
    app.capture("large", "without itself");
    await clock.pass(1000);
    expect(peer.sequences).toEqual([1]);
  });

  it("survives messages on the channel that are no notices", async () => {
    const { peer } = connect();
    for (const message of [null, 1, "x", {}, { sequence: "1" }, { sequence: 1.5 }, { capture: {} }]) {
      await app.bus.publish(`captures:${webhookId}`, message);
    }
    await app.bus.publish(`captures:${webhookId}`, { sequence: 1, capture: { sequence: 2 } });
    app.kept = [{ sequence: 1, body: "the real one" }];
    await settled();
    await clock.pass(500);
    expect(peer.messages).toEqual([{ sequence: 1, body: "the real one" }]);
  });
});

describe("slow clients", () => {
  const body = "x".repeat(40 * KiB);

  it("a burst of 6 MiB in one turn reaches a client that reads", async () => {
    const { peer } = connect();
    peer.reading = false;
    for (let count = 0; count < 150; count += 1) app.capture(body);
    for (let turn = 0; turn < 200; turn += 1) {
      peer.read(1);
      await clock.pass(100);
    }
    peer.reading = true;
    peer.read();
    await settled();
    expect(peer.closed).toBeUndefined();
    expect(peer.sequences).toEqual(upTo(150));
  });

  it("one that stops reading is closed with 4008 at 1 MiB, and not before", async () => {
    const { peer } = connect();
    peer.reading = false;
    for (let count = 0; count < 25; count += 1) app.capture(body);
    await clock.pass(20_000);
    expect(peer.closed).toBeUndefined();
    app.capture(body);
    await clock.pass(500);
    expect(peer.closed?.code).toBe(4008);
    expect(peer.unreadMax).toBeLessThanOrEqual(2 * limits.windowBytes);
  });

  it("one that reads nothing of large captures is closed, too", async () => {
    const { peer } = connect();
    peer.reading = false;
    app.capture("x".repeat(3 * MiB), "without itself");
    await clock.pass(limits.stalledMs + 500);
    expect(peer.closed?.code).toBe(4008);
    expect(peer.unreadMax).toBeLessThanOrEqual(2 * limits.windowBytes);
  });

  it("one that stops reading keeps nothing in memory for longer than a second", async () => {
    const { peer } = connect();
    const reader = connect();
    peer.reading = false;
    for (let count = 0; count < 50; count += 1) app.capture(body);
    await settled();
    expect(hub.recentBytes).toBeGreaterThan(MiB);
    await clock.pass(1000);
    expect(hub.recentBytes).toBe(0);
    expect(reader.peer.sequences).toEqual(upTo(50));
  });

  it("one that reads little by little gets fifty captures of 1 MiB, and new ones after them", async () => {
    for (let count = 0; count < 49; count += 1) app.capture("x".repeat(MiB), "without itself");
    app.pageMax = 1;
    const { peer } = connect();
    peer.reading = false;
    app.capture("the last");
    for (let turn = 0; turn < 5000 && peer.sequences.length < 50; turn += 1) {
      peer.read(1);
      await clock.pass(50);
    }
    expect(peer.closed).toBeUndefined();
    expect(peer.terminated).toBe(false);
    expect(peer.sequences).toEqual(upTo(50));
    expect(peer.largestPiece).toBeLessThanOrEqual(limits.windowBytes);
    expect(peer.unreadMax).toBeLessThanOrEqual(2 * limits.windowBytes);
  });

  it("one that falls behind all that is shared goes on from what the app keeps", async () => {
    const { peer } = connect();
    peer.reading = false;
    for (let count = 0; count < 400; count += 1) app.capture(body);
    await settled();
    expect(hub.recentBytes).toBeLessThanOrEqual(8 * MiB);
    peer.reading = true;
    peer.read();
    await settled();
    expect(peer.sequences.at(-1)).toBe(400);
    expect([...peer.sequences].sort((a, b) => a - b)).toEqual(peer.sequences);
    expect(new Set(peer.sequences).size).toBe(peer.sequences.length);
  });

  it("does not hold up the others", async () => {
    const slow = connect();
    slow.peer.reading = false;
    const { peer } = connect();
    for (let count = 0; count < 100; count += 1) app.capture(body);
    await settled();
    expect(peer.sequences).toEqual(upTo(100));
  });
});

describe("heartbeat", () => {
  it("pings every 25 seconds and lets go of a peer that answered none by the next", async () => {
    const { peer, client } = connect();
    await clock.pass(25_000);
    expect(peer.pings).toBe(1);
    client.answeredPing();
    await clock.pass(25_000);
    expect(peer.pings).toBe(2);
    await clock.pass(24_500);
    expect(peer.terminated).toBe(false);
    await clock.pass(500);
    expect(peer.terminated).toBe(true);
    expect(hub.size).toBe(0);
  });

  it("takes slow reading for an answer, and quick acceptance by the socket for none", async () => {
    const slow = connect();
    const dead = connect();
    slow.peer.reading = false;
    app.capture("x".repeat(900 * KiB));
    for (let turn = 0; turn < 12; turn += 1) {
      await clock.pass(5000);
      slow.peer.read(1);
      app.announce({ sequence: 2 + turn, body: "" });
    }
    expect(slow.peer.terminated).toBe(false);
    expect(dead.peer.terminated).toBe(true);
  });
});

describe("ends", () => {
  it("a deleted inbox closes every client with 4004", async () => {
    const clients = [connect(), connect()];
    app.delete();
    await settled();
    for (const { peer } of clients) expect(peer.closed).toEqual({ code: 4004, reason: "inbox deleted" });
    expect(hub.size).toBe(0);
  });

  it("a client that is gone is sent nothing more", async () => {
    const { peer, client } = connect();
    client.ended();
    app.capture();
    await settled();
    expect(peer.sequences).toEqual([]);
  });
});
