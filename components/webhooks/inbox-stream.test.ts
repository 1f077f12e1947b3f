import { beforeEach, describe, expect, test } from "vitest";
import { createInboxStream } from "./inbox-stream";
import { capture } from "./sample-capture";
import type { CatchUp, SocketEvents, StreamParts } from "./stream-connection";

type Opened = SocketEvents & { after: number; isClosed: boolean };

/** Time, frames and network in the hands of the test. */
function createWorld() {
  let time = 0;
  let timers: { at: number; run: () => void }[] = [];
  let frames: (() => void)[] = [];
  const sockets: Opened[] = [];
  const asked: number[] = [];
  const world = {
    sockets,
    asked,
    answer: { kind: "unreachable" } as CatchUp,
    parseMs: 0,
    newest: () => sockets.at(-1) as Opened,
    send: (...sequences: number[]) => {
      for (const each of sequences) world.newest().message(JSON.stringify(capture(each)));
    },
    frame: () => {
      const due = frames;
      frames = [];
      for (const run of due) run();
    },
    pass: (ms: number) => {
      const end = time + ms;
      for (;;) {
        const next = timers.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0];
        if (!next) break;
        timers = timers.filter((timer) => timer !== next);
        time = Math.max(time, next.at);
        next.run();
      }
      time = end;
    },
    /** Nothing ran meanwhile, as when a laptop is closed. */
    sleep: (ms: number) => {
      time += ms;
    },
    pending: () => timers.length,
  };
  const parts: StreamParts = {
    open: (after, events) => {
      const socket: Opened = { ...events, after, isClosed: false };
      sockets.push(socket);
      return {
        close: () => {
          socket.isClosed = true;
        },
      };
    },
    catchUp: async (after) => {
      asked.push(after);
      return world.answer;
    },
    now: () => {
      time += world.parseMs;
      return time;
    },
    timer: (run, ms) => {
      const timer = { at: time + ms, run };
      timers.push(timer);
      return () => {
        timers = timers.filter((each) => each !== timer);
      };
    },
    frame: (run) => {
      frames.push(run);
      return () => {
        frames = frames.filter((each) => each !== run);
      };
    },
    random: () => 1,
  };
  return { world, parts };
}

let { world, parts } = createWorld();
beforeEach(() => {
  ({ world, parts } = createWorld());
});

function begin(requests = [capture(1)]) {
  const stream = createInboxStream(requests, parts);
  stream.start();
  return stream;
}

/** Lets answers of the API arrive. */
const settled = async () => {
  for (let turn = 0; turn < 4; turn += 1) await Promise.resolve();
};

const sequences = (list: readonly { sequence: number }[]) => list.map(({ sequence }) => sequence);

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
