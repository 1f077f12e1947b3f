/** The network, the clock and the frames of a browser, in the hands of a test. A new one for each. */
import { beforeEach } from "vitest";
import { createInboxStream } from "./inbox-stream";
import { capture } from "./sample-capture";
import type { CatchUp, SocketEvents, StreamParts } from "./stream-connection";

type Opened = SocketEvents & { after: number; isClosed: boolean };

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

export let { world, parts } = createWorld();
/** Called by each test file at its top: hooks belong to the file that registers them. */
export function setUpWorld(): void {
  beforeEach(() => {
    ({ world, parts } = createWorld());
  });
}

export function begin(requests = [capture(1)]) {
  const stream = createInboxStream(requests, parts);
  stream.start();
  return stream;
}

/** Lets answers of the API arrive. */
export const settled = async () => {
  for (let turn = 0; turn < 4; turn += 1) await Promise.resolve();
};

export const sequences = (list: readonly { sequence: number }[]) => list.map(({ sequence }) => sequence);
