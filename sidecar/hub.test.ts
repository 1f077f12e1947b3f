import { describe, expect, it } from "vitest";
import { settled } from "./fixtures/hand-clock";
import { webhookId } from "./fixtures/test-app";
import { app, clock, connect, hub, setUpHub, upTo } from "./fixtures/test-hub";
import { limits } from "./stream-client";

setUpHub();

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

describe("a crowd", () => {
  it("gets the same bytes, made once for all of them", async () => {
    const peers = Array.from({ length: 200 }, () => connect().peer);
    app.capture("one");
    await settled();
    for (const { pieces } of peers) {
      expect(pieces).toHaveLength(1);
      expect(pieces[0]).toBe(peers[0]?.pieces[0]);
    }
  });

  it("gets captures of one turn in one write, and those of the next 20 ms in another", async () => {
    const peers = Array.from({ length: 200 }, () => connect().peer);
    const written = () => [
      ...new Set(peers.map(({ pieces, sequences }) => `${pieces.length}: ${sequences}`)),
    ];
    for (const body of ["one", "two"]) app.capture(body);
    await settled();
    expect(written()).toEqual(["1: 1,2"]);
    for (let count = 0; count < 3; count += 1) {
      app.capture();
      await clock.pass(6);
      expect(written()).toEqual(["1: 1,2"]);
    }
    await clock.pass(2);
    expect(written()).toEqual(["2: 1,2,3,4,5"]);
    await clock.pass(20);
    app.capture();
    await settled();
    expect(written()).toEqual(["3: 1,2,3,4,5,6"]);
  });

  it("of few waits for nothing", async () => {
    const { peer } = connect();
    for (let count = 1; count <= 3; count += 1) {
      app.capture();
      await settled();
      expect(peer.pieces).toHaveLength(count);
    }
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
