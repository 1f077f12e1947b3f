import { describe, expect, it } from "vitest";
import { settled } from "./fixtures/hand-clock";
import { app, clock, connect, hub, KiB, MiB, setUpHub, upTo } from "./fixtures/test-hub";
import { limits } from "./stream-client";

setUpHub();

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

  it("so is one that stops within a large capture, when a few more are announced", async () => {
    const { peer } = connect();
    peer.reading = false;
    app.capture("x".repeat(300 * KiB), "without itself");
    await settled();
    for (let count = 0; count < 2; count += 1) app.capture("x".repeat(300 * KiB), "without itself");
    await clock.pass(limits.stalledMs + 500);
    expect(peer.closed).toBeUndefined();
    app.capture("x".repeat(300 * KiB), "without itself");
    await clock.pass(500);
    expect(peer.closed?.code).toBe(4008);
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

  it("one that the system accepts megabytes for gets no more than it shows to read, and is closed, too", async () => {
    const { peer } = connect();
    peer.answered = undefined;
    for (let count = 0; count < 25; count += 1) app.capture(body);
    await clock.pass(20_000);
    expect(peer.closed).toBeUndefined();
    for (let count = 0; count < 15; count += 1) app.capture(body);
    await clock.pass(limits.stalledMs + 500);
    expect(peer.closed?.code).toBe(4008);
    const sent = peer.pieces.reduce((sum, { byteLength }) => sum + byteLength, 0);
    expect(sent).toBeLessThan(limits.unansweredBytesMax + limits.windowBytes);
  });

  it("one that answers only the last of several pings has read what was before it", async () => {
    const { peer, client } = connect();
    const pings: string[] = [];
    peer.answered = (id) => pings.push(id);
    for (let count = 0; count < 40; count += 1) app.capture(body);
    for (let turn = 0; turn < 6; turn += 1) {
      await settled();
      client.answeredPing("made up");
      client.answeredPing(pings.at(-1) ?? "");
    }
    await settled();
    expect(peer.sequences).toEqual(upTo(40));
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
    const { peer } = connect();
    await clock.pass(25_000);
    expect(peer.pings).toBe(1);
    peer.answered = undefined;
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
    dead.peer.answered = undefined;
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
