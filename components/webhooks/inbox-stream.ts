import { kept, lightCapture, mergeCaptures, stillKept } from "@/components/webhooks/capture-list";
import {
  createConnection,
  type Streamed,
  type StreamParts,
  type StreamStatus,
} from "@/components/webhooks/stream-connection";
import { CapturedRequest } from "@/lib/webhooks/contract";

export type StreamView<T extends Streamed = CapturedRequest> = {
  status: StreamStatus;
  paused: boolean;
  /** Newest first. */
  requests: readonly T[];
  /** What came while paused. */
  held: readonly T[];
};

export type InboxStream<T extends Streamed = CapturedRequest> = {
  view(): StreamView<T>;
  subscribe(listener: () => void): () => void;
  start(): void;
  stop(): void;
  tryNow(): void;
  networkLost(): void;
  pause(): void;
  resume(): void;
  /** Shows what came while paused, and stays paused. */
  showHeld(): void;
  /** Changes what is known of some. What is not kept any more after that is taken out. */
  revise(change: (request: T) => T): void;
  /** Adds what came before, and was not in the list. */
  add(requests: readonly T[]): void;
  /** Takes out what has been deleted. */
  remove(isGone: (request: T) => boolean): void;
};

/** Parsing may take this much of a frame. One message is parsed in any case. */
const frameBudgetMs = 8;

/** The captures of one inbox as they come in. */
export const createInboxStream = (
  first: readonly CapturedRequest[],
  parts: StreamParts,
  keptMax: number = kept,
): InboxStream => createLiveStream(first, parts, { read, keptMax });

type Shape<T> = {
  /** What a message is; undefined if it is none of ours. */
  read(text: string): T | undefined;
  keptMax: number;
};

/**
 * What a stream brings, as it comes in. Messages wait as text and are parsed in batches, one batch a frame
 * and one change of the view a batch. Only as many wait as are kept, since older ones would be dropped anyway.
 */
export function createLiveStream<T extends Streamed>(
  first: readonly T[],
  parts: StreamParts<T>,
  { read, keptMax }: Shape<T>,
): InboxStream<T> {
  let view: StreamView<T> = {
    status: { kind: "connecting", again: false, polling: false },
    paused: false,
    requests: first,
    held: [],
  };
  let after = first[0]?.sequence ?? 0;
  let waiting: string[] = [];
  let cancelFrame: (() => void) | undefined;
  const listeners = new Set<() => void>();

  function change(next: Partial<StreamView<T>>) {
    view = { ...view, ...next };
    for (const listener of listeners) listener();
  }

  function take(incoming: readonly T[]) {
    if (!view.paused) return change({ requests: mergeCaptures(view.requests, incoming, keptMax) });
    const known = new Set(view.requests.map(({ sequence }) => sequence));
    const unknown = incoming.filter(({ sequence }) => !known.has(sequence));
    change({ held: mergeCaptures(view.held, unknown, keptMax) });
  }

  function applyBatch() {
    cancelFrame = undefined;
    const end = parts.now() + frameBudgetMs;
    const batch: T[] = [];
    do {
      const request = read(waiting.shift() ?? "");
      if (request) batch.push(request);
    } while (waiting.length > 0 && parts.now() < end);
    for (const { sequence } of batch) after = Math.max(after, sequence);
    if (batch.length > 0) take(batch);
    if (waiting.length > 0) cancelFrame = parts.frame(applyBatch);
  }

  const connection = createConnection(parts, {
    after: () => after,
    message: (text) => {
      waiting.push(text);
      if (waiting.length > keptMax) waiting = waiting.slice(-keptMax);
      cancelFrame ??= parts.frame(applyBatch);
    },
    caughtUp: (requests) => {
      after = Math.max(after, ...requests.map(({ sequence }) => sequence));
      if (requests.length > 0) take(requests);
    },
    status: (status) => change({ status }),
  });

  function showHeld() {
    if (view.held.length > 0)
      change({ requests: mergeCaptures(view.requests, view.held, keptMax), held: [] });
  }

  return {
    view: () => view,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    start: connection.start,
    stop: () => {
      connection.stop();
      cancelFrame?.();
      cancelFrame = undefined;
      // Messages that were not applied yet come after `after`, so they will be sent again.
      waiting = [];
    },
    tryNow: connection.tryNow,
    networkLost: connection.networkLost,
    pause: () => change({ paused: true }),
    resume: () => {
      showHeld();
      change({ paused: false });
    },
    showHeld,
    revise: (revised) => {
      const requests = view.requests.map(revised);
      const held = view.held.map(revised);
      if (
        requests.some((each, at) => each !== view.requests[at]) ||
        held.some((each, at) => each !== view.held[at])
      ) {
        change({ requests: stillKept(requests, keptMax), held });
      }
    },
    add: (requests) => change({ requests: mergeCaptures(view.requests, requests, keptMax) }),
    remove: (isGone) => {
      const stays = (request: T) => !isGone(request);
      change({ requests: view.requests.filter(stays), held: view.held.filter(stays) });
    },
  };
}

function read(text: string): CapturedRequest | undefined {
  try {
    const { data } = CapturedRequest.safeParse(JSON.parse(text));
    return data && lightCapture(data);
  } catch {
    return undefined;
  }
}
