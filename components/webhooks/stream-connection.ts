import type { CapturedRequest } from "@/lib/webhooks/contract";
import { reconnectDelay } from "@/lib/webhooks/reconnect-delay";

/** What a stream brings: captures of an inbox, or anything else in an order. */
export type Streamed = { sequence: number };

export type StreamEnd = "no-access" | "deleted";

export type StreamStatus =
  | { kind: "connecting"; again: boolean; polling: boolean }
  | { kind: "live" }
  /** `retryAt` on the clock of `now`. While `polling` the API brings what no socket does. */
  | { kind: "waiting"; retryAt: number; offline: boolean; polling: boolean }
  | { kind: "ended"; why: StreamEnd };

export type SocketEvents = {
  opened(): void;
  message(text: string): void;
  closed(code: number): void;
};

/** The result of a request over HTTP: the captures after a sequence, or why there are none. */
export type CatchUp<T extends Streamed = CapturedRequest> =
  | { kind: "captures"; requests: readonly T[] }
  | { kind: "ended"; why: StreamEnd }
  | { kind: "unreachable" };

/** The outside world, handed in so that tests own time and network. */
export type StreamParts<T extends Streamed = CapturedRequest> = {
  /** Opens a socket that replays what came after a sequence. Nothing is heard of it after `close`. */
  open(after: number, events: SocketEvents): { close(): void };
  catchUp(after: number): Promise<CatchUp<T>>;
  now(): number;
  /** Both return what cancels them. */
  timer(run: () => void, ms: number): () => void;
  frame(run: () => void): () => void;
  /** From 0 to 1. */
  random(): number;
};

type Owner<T extends Streamed> = {
  after(): number;
  message(text: string): void;
  caughtUp(requests: readonly T[]): void;
  status(status: StreamStatus): void;
};

const openingMs = 10_000;
/** A connection that lasted this long was a good one, and the next attempt is the first again. */
const steadyMs = 5_000;
const heartbeatMs = 15_000;
/** How often the API is polled: in place of a socket, and to check that an open socket delivers. */
export const pollMs = 5_000;
const probeMs = 30_000;
/** How soon the socket must deliver captures that the API has already returned. */
const graceMs = 5_000;
type TimerName = "connect" | "heart" | "check" | "grace";

const endings: Record<number, StreamEnd> = { 4003: "no-access", 4004: "deleted" };

/** Keeps a socket open. Always asks for what comes after the last capture, so attempts neither miss nor repeat. */
export function createConnection<T extends Streamed>(parts: StreamParts<T>, owner: Owner<T>) {
  let status: StreamStatus = { kind: "connecting", again: false, polling: false };
  let socket: { close(): void } | undefined;
  let attempt = 0;
  let openedAt: number | undefined;
  /** Whether the last request to the API succeeded, while there was no socket. */
  let reached: boolean | undefined;
  /** Answers that come after a stop are of no interest. */
  let life = 0;
  const cancels = new Map<TimerName, () => void>();

  function become(next: StreamStatus) {
    status = next;
    owner.status(next);
  }

  function schedule(what: TimerName, action: () => void, ms: number) {
    cancels.get(what)?.();
    cancels.set(what, parts.timer(action, ms));
  }

  function cancel(...all: TimerName[]) {
    for (const what of all) cancels.get(what)?.();
  }

  function dropSocket() {
    cancel("connect", "grace");
    socket?.close();
    socket = undefined;
  }

  function connect() {
    dropSocket();
    openedAt = undefined;
    become({ kind: "connecting", again: attempt > 0, polling: reached === true });
    schedule("connect", lost, openingMs);
    socket = parts.open(owner.after(), {
      opened: () => {
        cancel("connect");
        openedAt = parts.now();
        reached = undefined;
        become({ kind: "live" });
        schedule("check", check, probeMs);
      },
      message: owner.message,
      closed: (code) => {
        const why = endings[code];
        if (why) end(why);
        else lost();
      },
    });
  }

  function lost(offline = false) {
    const wasLive = openedAt !== undefined;
    if (openedAt !== undefined && parts.now() - openedAt >= steadyMs) attempt = 0;
    openedAt = undefined;
    dropSocket();
    attempt += 1;
    if (offline) reached = undefined;
    const delay = reconnectDelay(attempt, parts.random());
    become({ kind: "waiting", retryAt: parts.now() + delay, offline, polling: reached === true });
    schedule("connect", connect, delay);
    // A refused socket tells the page nothing; the API tells why, at once.
    if (!wasLive && !offline && reached === undefined) void check();
    else if (wasLive || offline) schedule("check", check, pollMs);
  }

  async function check() {
    const asked = { life, socket, live: status.kind === "live" };
    cancel("check");
    const answer = await parts.catchUp(owner.after());
    if (asked.life !== life || status.kind === "ended") return;
    if (answer.kind === "ended") return end(answer.why);
    if (asked.live && asked.socket === socket) return judge(answer);
    if (status.kind === "live") return;
    schedule("check", check, pollMs);
    if (answer.kind === "captures") owner.caughtUp(answer.requests);
    const back = reached === false && answer.kind === "captures";
    reached = answer.kind === "captures";
    if (back && status.kind === "waiting") connect();
    else if (status.kind === "connecting") become({ ...status, polling: reached });
    else become({ ...status, polling: reached, offline: status.offline && !reached });
  }

  /** Sockets can look open long after they stopped working; then the page must not say that it is live. */
  function judge(answer: CatchUp<T>) {
    schedule("check", check, probeMs);
    if (answer.kind !== "captures") return lost();
    const newest = Math.max(0, ...answer.requests.map(({ sequence }) => sequence));
    schedule("grace", () => (newest > owner.after() ? lost() : undefined), graceMs);
  }

  function end(why: StreamEnd) {
    stop();
    become({ kind: "ended", why });
  }

  /** A late heartbeat means that the machine slept; sockets seem open then for minutes without being so. */
  function listenToHeart() {
    const due = parts.now() + heartbeatMs;
    const beat = () => {
      if (parts.now() - due > 2 * heartbeatMs && status.kind !== "waiting") connect();
      listenToHeart();
    };
    schedule("heart", beat, heartbeatMs);
  }

  function stop() {
    life += 1;
    dropSocket();
    cancel("heart", "check");
  }

  return {
    start: () => {
      if (status.kind === "ended") return;
      attempt = 0;
      reached = undefined;
      listenToHeart();
      connect();
      schedule("check", check, pollMs);
    },
    stop,
    tryNow: () => {
      if (status.kind === "waiting") connect();
    },
    networkLost: () => {
      if (status.kind !== "ended") lost(true);
    },
  };
}
