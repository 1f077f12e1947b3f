import { beforeEach, describe, expect, it } from "vitest";
import { Access } from "./access";
import { HandClock, settled } from "./fixtures/hand-clock";
import { TestApp, webhookId } from "./fixtures/test-app";
import { TestPeer } from "./fixtures/test-peer";
import { StreamClient } from "./stream-client";

let app: TestApp;
let clock: HandClock;
let deaf: boolean;
let access: Access;
let learned: number[];

beforeEach(() => {
  app = new TestApp();
  clock = new HandClock();
  deaf = false;
  learned = [];
  access = new Access({
    backend: app,
    now: clock.now,
    deaf: () => deaf,
    learned: (_, lastSequence) => learned.push(lastSequence),
  });
  clock.every(250, () => access.tick());
});

function connect(
  grant = "somebody",
  { expiresAt = Number.POSITIVE_INFINITY, changes = access.changes } = {},
) {
  const peer = new TestPeer();
  const client: StreamClient = new StreamClient({
    peer,
    grant,
    after: 0,
    now: clock.now,
    closed: () => access.remove(client),
  });
  access.add(client, webhookId, expiresAt, changes);
  return peer;
}

describe("lost access", () => {
  it.each([
    [401, 4003],
    [403, 4003],
    [404, 4004],
  ])("an answer of %i closes with %i as soon as a change is announced", async (status, code) => {
    const peer = connect();
    app.refused.set("somebody", status);
    access.changed();
    await settled();
    expect(peer.closed?.code).toBe(code);
  });

  it("closes all clients of the session and no others, with one question for all", async () => {
    const lost = Array.from({ length: 20 }, () => connect("lost"));
    const kept = Array.from({ length: 20 }, () => connect("kept"));
    app.refused.set("lost", 403);
    access.changed();
    await settled();
    expect(lost.every(({ closed }) => closed?.code === 4003)).toBe(true);
    expect(kept.some(({ closed }) => closed)).toBe(false);
    expect([app.calls.check, app.largestCheck]).toEqual([1, 2]);
  });

  it("is noticed within a second in a storm of changes, which is not one of questions", async () => {
    const peer = connect();
    for (let change = 0; change < 100; change += 1) {
      if (change === 50) app.refused.set("somebody", 403);
      access.changed();
      await clock.pass(10);
    }
    expect(app.calls.check).toBeLessThan(10);
    expect(peer.closed?.code).toBe(4003);
  });

  it("is noticed when it was announced during a question or between opening and joining", async () => {
    let release = () => {};
    const peer = connect();
    app.hold = new Promise((resolve) => {
      release = resolve;
    });
    access.changed();
    await clock.pass(300);
    access.changed();
    app.hold = undefined;
    app.refused.set("late", 403);
    const late = connect("late", { changes: access.changes - 1 });
    release();
    await clock.pass(300);
    expect(app.calls.check).toBe(3);
    expect(peer.closed).toBeUndefined();
    expect(late.closed?.code).toBe(4003);
  });

  it("closes nothing while the app can't be reached, and is noticed once it can", async () => {
    const peer = connect();
    app.reachable = false;
    deaf = true;
    access.changed();
    await clock.pass(60_000);
    expect(peer.closed).toBeUndefined();
    app.reachable = true;
    app.refused.set("somebody", 401);
    await clock.pass(1000);
    expect(peer.closed?.code).toBe(4003);
  });

  it.each([
    [true, 1000, "a second where changes go unheard"],
    [false, 16_000, "a quarter of a minute where they are heard"],
  ])("is noticed without any announcement (%s) within %i ms: %s", async (isDeaf, withinMs) => {
    deaf = isDeaf;
    const peer = connect();
    await clock.pass(30_000);
    app.refused.set("somebody", 403);
    await clock.pass(withinMs);
    expect(peer.closed?.code).toBe(4003);
  });
});

describe("the end of a session or key", () => {
  it("closes within a second of it", async () => {
    const peer = connect("somebody", { expiresAt: clock.now() + 5000 });
    await clock.pass(4900);
    expect(app.calls.check).toBe(0);
    app.refused.set("somebody", 401);
    await clock.pass(1000);
    expect(peer.closed?.code).toBe(4003);
  });

  it("does not come for a session that use has prolonged", async () => {
    const peer = connect("somebody", { expiresAt: clock.now() + 5000 });
    app.expiresAt = clock.now() + 60_000;
    await clock.pass(10_000);
    expect(peer.closed).toBeUndefined();
    expect(app.calls.check).toBe(1);
  });

  it("comes earlier when a check says so", async () => {
    const peer = connect();
    app.expiresAt = clock.now() + 3000;
    access.changed();
    await clock.pass(2500);
    app.refused.set("somebody", 401);
    await clock.pass(1500);
    expect(peer.closed?.code).toBe(4003);
  });

  it("closes also when the app can't be asked whether it was prolonged", async () => {
    const peer = connect("somebody", { expiresAt: clock.now() + 2000 });
    app.reachable = false;
    await clock.pass(3000);
    expect(peer.closed?.code).toBe(4003);
  });
});

it("thousands of sessions take a question for each hundred, four at once, and each gets its turn", async () => {
  let release = () => {};
  app.hold = new Promise((resolve) => {
    release = resolve;
  });
  const peers = Array.from({ length: 2345 }, (_, each) => connect(`session ${each}`));
  app.refused.set("session 0", 403);
  app.refused.set("session 2344", 401);
  access.changed();
  await settled();
  expect([app.calls.check, app.largestCheck]).toEqual([4, 100]);
  release();
  for (let turn = 0; turn < 30; turn += 1) await settled();
  expect([app.calls.check, app.largestCheck]).toEqual([24, 100]);
  expect(peers.flatMap(({ closed }, at) => (closed ? [at] : []))).toEqual([0, 2344]);
});

it("every answer tells what the newest capture is, so that missed ones are found", async () => {
  connect();
  app.lastSequence = 7;
  access.checkInbox(webhookId);
  access.checkInbox("another inbox");
  await settled();
  expect(learned).toEqual([7]);
});
