import { describe, expect, test } from "vitest";
import { capture } from "./sample-capture";
import { begin, sequences, settled, setUpWorld, world } from "./stream-world";

setUpWorld();

describe("captures", () => {
  test("come in batches, one change a frame", () => {
    const stream = begin();
    world.newest().opened();
    let changes = 0;
    stream.subscribe(() => {
      changes += 1;
    });
    world.send(2, 3, 4);
    expect(changes).toBe(0);
    world.frame();
    expect(changes).toBe(1);
    expect(sequences(stream.view().requests)).toEqual([4, 3, 2, 1]);
  });

  test("that are slow to parse are spread over frames", () => {
    const stream = begin();
    world.newest().opened();
    world.send(2, 3, 4);
    world.parseMs = 20;
    world.frame();
    expect(sequences(stream.view().requests)).toEqual([2, 1]);
    world.frame();
    world.frame();
    expect(sequences(stream.view().requests)).toEqual([4, 3, 2, 1]);
  });

  test("wait in bounded number when no frame comes, as in a hidden tab", () => {
    const stream = begin([]);
    world.newest().opened();
    world.send(...Array.from({ length: 500 }, (_, index) => index + 1));
    world.frame();
    expect(stream.view().requests).toHaveLength(50);
    expect(stream.view().requests[0]?.sequence).toBe(500);
  });

  test("that cannot be read are passed over", () => {
    const stream = begin();
    world.newest().opened();
    for (const text of ["", "no JSON", "{}", "null"]) world.newest().message(text);
    world.send(2);
    world.frame();
    expect(sequences(stream.view().requests)).toEqual([2, 1]);
  });
});

describe("live", () => {
  test("an API that cannot be reached means that the socket is not to be trusted", async () => {
    const stream = begin();
    world.newest().opened();
    world.pass(30_000);
    await settled();
    expect(world.asked).toEqual([1]);
    expect(stream.view().status.kind).toBe("waiting");
    expect(world.sockets[0]?.isClosed).toBe(true);
  });

  test("a socket that does not bring what the API has is replaced", async () => {
    const stream = begin();
    world.newest().opened();
    world.answer = { kind: "captures", requests: [capture(2)] };
    world.pass(30_000);
    await settled();
    expect(stream.view().status.kind).toBe("live");
    world.pass(5000);
    expect(stream.view().status.kind).toBe("waiting");
    world.pass(500);
    expect(world.newest().after).toBe(1);
  });

  test("a socket that brings it in time stays", async () => {
    const stream = begin();
    world.newest().opened();
    world.answer = { kind: "captures", requests: [capture(2)] };
    world.pass(30_000);
    await settled();
    world.send(2);
    world.frame();
    world.answer = { kind: "captures", requests: [] };
    world.pass(60_000);
    await settled();
    expect(world.sockets).toHaveLength(1);
    expect(stream.view().status).toEqual({ kind: "live" });
  });

  test("long bodies are cut as they come, so that fifty of them fit in memory", () => {
    const stream = begin();
    world.newest().opened();
    world.newest().message(JSON.stringify(capture(2, { body: "x".repeat(1024 * 1024) })));
    world.frame();
    expect(stream.view().requests[0]).toMatchObject({ sequence: 2, bodyTruncated: true, size: 1024 * 1024 });
    expect(stream.view().requests[0]?.body.length).toBeLessThan(10_000);
  });
});

test.each([
  [4003, "no-access"],
  [4004, "deleted"],
] as const)("close code %d ends the stream for good", (code, why) => {
  const stream = begin();
  world.newest().opened();
  world.newest().closed(code);
  expect(stream.view().status).toEqual({ kind: "ended", why });
  world.pass(600_000);
  stream.tryNow();
  stream.networkLost();
  expect(world.sockets).toHaveLength(1);
});

describe("paused", () => {
  test("the list stands still and what comes is counted", () => {
    const stream = begin();
    world.newest().opened();
    stream.pause();
    world.send(2, 3);
    world.frame();
    expect(sequences(stream.view().requests)).toEqual([1]);
    expect(sequences(stream.view().held)).toEqual([3, 2]);
    stream.showHeld();
    expect(stream.view()).toMatchObject({ paused: true, held: [] });
    expect(sequences(stream.view().requests)).toEqual([3, 2, 1]);
    world.send(4);
    world.frame();
    expect(stream.view().held).toHaveLength(1);
    stream.resume();
    expect(stream.view()).toMatchObject({ paused: false, held: [] });
    expect(sequences(stream.view().requests)).toEqual([4, 3, 2, 1]);
  });

  test("a reconnection holds back what is new and nothing that is shown", () => {
    const stream = begin();
    stream.pause();
    world.newest().opened();
    world.send(1, 2);
    world.frame();
    expect(sequences(stream.view().held)).toEqual([2]);
  });

  test("what is deleted goes from both lists", () => {
    const stream = begin();
    world.newest().opened();
    stream.pause();
    world.send(2);
    world.frame();
    stream.remove(({ sequence }) => sequence <= 2);
    expect(stream.view()).toMatchObject({ requests: [], held: [] });
  });
});

test("stopped, it leaves nothing behind, and it can start again", () => {
  const stream = begin();
  world.newest().opened();
  world.send(2);
  stream.stop();
  expect(world.pending()).toBe(0);
  expect(world.newest().isClosed).toBe(true);
  world.frame();
  expect(sequences(stream.view().requests)).toEqual([1]);
  stream.start();
  expect(world.newest().after).toBe(1);
});
