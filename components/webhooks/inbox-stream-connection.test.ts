import { describe, expect, test } from "vitest";
import { capture } from "./sample-capture";
import { begin, parts, sequences, settled, setUpWorld, world } from "./stream-world";

setUpWorld();

describe("a lost connection", () => {
  test("goes on after the last capture, so that none is missed or doubled", () => {
    const stream = begin();
    expect(world.newest().after).toBe(1);
    world.newest().opened();
    expect(stream.view().status).toEqual({ kind: "live" });
    world.send(2, 3);
    world.frame();
    world.newest().closed(1006);
    expect(stream.view().status).toEqual({
      kind: "waiting",
      retryAt: 500,
      offline: false,
      polling: false,
    });
    world.pass(500);
    expect(stream.view().status).toEqual({ kind: "connecting", again: true, polling: false });
    expect(world.newest().after).toBe(3);
    world.newest().opened();
    world.send(3, 4);
    world.frame();
    expect(sequences(stream.view().requests)).toEqual([4, 3, 2, 1]);
  });

  test("is tried again ever later, and from the start after a steady time", () => {
    const stream = begin();
    const waits: number[] = [];
    const wait = () => {
      const { status } = stream.view();
      if (status.kind === "waiting") waits.push(status.retryAt - parts.now());
      world.pass(60_000);
    };
    for (let round = 0; round < 8; round += 1) {
      world.newest().closed(1006);
      const { status } = stream.view();
      if (status.kind !== "waiting") throw new Error(status.kind);
      waits.push(status.retryAt - parts.now());
      world.pass(status.retryAt - parts.now());
    }
    expect(waits).toEqual([500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]);
    world.newest().opened();
    world.newest().closed(4008);
    wait();
    expect(waits.at(-1)).toBe(30_000);
    world.newest().opened();
    world.pass(6000);
    world.newest().closed(4008);
    wait();
    expect(waits.at(-1)).toBe(500);
  });

  test("can be tried at once, which takes the place of the planned attempt", () => {
    const stream = begin();
    world.newest().closed(1006);
    stream.tryNow();
    stream.tryNow();
    expect(world.sockets).toHaveLength(2);
    world.newest().opened();
    world.pass(1000);
    expect(world.sockets).toHaveLength(2);
  });

  test("a socket that does not open is given up", () => {
    const stream = begin();
    world.pass(10_000);
    expect(world.sockets[0]?.isClosed).toBe(true);
    expect(stream.view().status.kind).toBe("waiting");
  });

  test("no network: says so, and comes back with it", () => {
    const stream = begin();
    world.newest().opened();
    stream.networkLost();
    expect(stream.view().status).toMatchObject({ kind: "waiting", offline: true });
    stream.tryNow();
    expect(stream.view().status.kind).toBe("connecting");
  });

  test("after sleep the socket is not trusted", () => {
    begin();
    world.newest().opened();
    world.pass(120_000);
    expect(world.sockets).toHaveLength(1);
    world.sleep(120_000);
    world.pass(1);
    expect(world.sockets).toHaveLength(2);
    expect(world.sockets[0]?.isClosed).toBe(true);
  });
});

describe("where no socket opens", () => {
  test("the API brings what was missed, and a later socket goes on from there", async () => {
    const stream = begin();
    world.answer = { kind: "captures", requests: [capture(3), capture(2)] };
    world.newest().closed(1006);
    await settled();
    expect(world.asked).toEqual([1]);
    expect(sequences(stream.view().requests)).toEqual([3, 2, 1]);
    stream.tryNow();
    expect(world.newest().after).toBe(3);
  });

  test("the page says that it polls, and the API brings what comes", async () => {
    const stream = begin();
    world.answer = { kind: "captures", requests: [] };
    world.newest().closed(1006);
    await settled();
    expect(stream.view().status).toMatchObject({ kind: "waiting", polling: true });
    world.answer = { kind: "captures", requests: [capture(2)] };
    for (let second = 0; second < 6; second += 1) {
      world.pass(1000);
      if (stream.view().status.kind === "connecting") world.newest().closed(1006);
      await settled();
    }
    expect(sequences(stream.view().requests)).toEqual([2, 1]);
  });

  test("an API that answers again is reason to try the socket at once", async () => {
    const stream = begin();
    for (let round = 0; round < 6; round += 1) {
      world.newest().closed(1006);
      await settled();
      const { status } = stream.view();
      if (status.kind !== "waiting" || round === 5) break;
      world.pass(status.retryAt - parts.now());
    }
    expect(stream.view().status).toMatchObject({ kind: "waiting", polling: false });
    const before = world.sockets.length;
    world.answer = { kind: "captures", requests: [] };
    world.pass(5000);
    await settled();
    expect(world.sockets).toHaveLength(before + 1);
    expect(stream.view().status.kind).toBe("connecting");
  });

  test("the API tells why", async () => {
    const stream = begin();
    world.answer = { kind: "ended", why: "deleted" };
    world.newest().closed(1006);
    await settled();
    expect(stream.view().status).toEqual({ kind: "ended", why: "deleted" });
    expect(world.pending()).toBe(0);
  });
});
