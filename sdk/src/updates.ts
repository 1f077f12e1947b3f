import type { ConnectionOptions, Listener } from "./types";

export type Call = (path: string, init: RequestInit) => Promise<Response>;

export type Updates = {
  /** The first load. Never rejects. */
  first: Promise<void>;
  /** Loads now, after a load that is under way. Never rejects. */
  refresh(): Promise<void>;
  close(): void;
};

/** A load may ask for the next one to wait. */
export class Refused extends Error {
  constructor(
    readonly status: number,
    text: string,
    /** In ms; undefined if the answer did not say. */
    readonly waitMs: number | undefined,
  ) {
    super(`Fieldkit answered ${status}: ${text.slice(0, 300)}`);
  }
}

/** @throws {Refused} where the answer is neither a success nor 304 */
export function caller({ url, key, fetch = globalThis.fetch }: ConnectionOptions): Call {
  const base = url.replace(/\/+$/, "");
  return async (path, init) => {
    const headers = { ...init.headers, authorization: `Bearer ${key}` };
    const response = await fetch(base + path, { ...init, headers, credentials: "omit" });
    if (response.ok || response.status === 304) return response;
    const wait = Number(response.headers.get("retry-after"));
    throw new Refused(response.status, await response.text(), wait > 0 ? wait * 1000 : undefined);
  };
}

/** With a query of the parameters that have a value. */
export function withQuery(path: string, query: Record<string, string | undefined>): string {
  const given = Object.entries(query).filter((pair): pair is [string, string] => !!pair[1]);
  return given.length > 0 ? `${path}?${new URLSearchParams(given)}` : path;
}

const defaults = {
  pollMs: 30_000,
  streamingPollMs: 300_000,
  silenceMs: 70_000,
  delayMs: 1000,
  delayMsMax: 60_000,
};

const later = (work: () => void, ms: number) => {
  const timer = setTimeout(work, ms);
  // Node ends although a client is open.
  (timer as { unref?: () => void }).unref?.();
  return timer;
};

/** Many clients that were cut off at the same moment come back at different ones. */
const spread = (ms: number) => ms * (0.5 + Math.random());

/** Loads at once, and again whenever something may have changed. */
export function follow(options: ConnectionOptions, call: Call, load: () => Promise<void>): Updates {
  const { updates = "stream", pollMs = defaults.pollMs, onError } = options;
  const ended = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isStreaming = false;
  let running: Promise<void> | undefined;
  let next: Promise<void> | undefined;

  const failed = (error: unknown) => {
    if (!ended.signal.aborted) onError?.(error as Error);
  };

  async function loadOnce(): Promise<void> {
    let waitMs: number | undefined;
    await load().catch((error) => {
      waitMs = error instanceof Refused ? error.waitMs : undefined;
      failed(error);
    });
    clearTimeout(timer);
    if (updates === "none" || ended.signal.aborted) return;
    timer = later(refresh, waitMs ?? spread(isStreaming ? defaults.streamingPollMs : pollMs));
  }

  function refresh(): Promise<void> {
    if (ended.signal.aborted) return Promise.resolve();
    if (!running) {
      running = loadOnce().finally(() => {
        running = undefined;
      });
      return running;
    }
    // What is under way may have been asked before the change.
    next ??= running.then(() => {
      next = undefined;
      return refresh();
    });
    return next;
  }

  async function stream(): Promise<void> {
    let failures = 0;
    let lastEventId = "";
    while (!ended.signal.aborted) {
      try {
        const path = withQuery("/api/sdk/stream", { env: options.environment, lastEventId });
        await events(call, path, ended.signal, (id, type) => {
          if (type === "refetchEvaluation") refresh();
          lastEventId = id || lastEventId;
          failures = 0;
          isStreaming = true;
        });
      } catch (error) {
        failed(error);
        // Who may not listen, polls.
        if (error instanceof Refused && error.status < 500 && error.status !== 429) return;
      }
      if (isStreaming) {
        isStreaming = false;
        // What changes until the stream is back is found by polling.
        clearTimeout(timer);
        timer = later(refresh, spread(pollMs));
      }
      const delay = Math.min(defaults.delayMs * 2 ** failures, defaults.delayMsMax);
      failures += 1;
      await new Promise<void>((resolve) => {
        later(resolve, spread(delay));
        ended.signal.addEventListener("abort", () => resolve(), { once: true });
      });
    }
  }

  const first = refresh();
  // With the first answer there is something to be changed.
  if (updates === "stream") first.then(stream);
  return {
    first,
    refresh,
    close() {
      ended.abort();
      clearTimeout(timer);
    },
  };
}

/** Reads server-sent events until the stream ends, or is silent for longer than its heartbeats are apart. */
async function events(
  call: Call,
  path: string,
  end: AbortSignal,
  onEvent: (id: string, type: string) => void,
): Promise<void> {
  const silence = new AbortController();
  const signal = AbortSignal.any([end, silence.signal]);
  let timer = later(() => silence.abort(), defaults.silenceMs);
  try {
    const { body } = await call(path, { headers: { accept: "text/event-stream" }, signal });
    const reader = (body as ReadableStream<Uint8Array>).getReader();
    const decoder = new TextDecoder();
    let text = "";
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      clearTimeout(timer);
      timer = later(() => silence.abort(), defaults.silenceMs);
      const blocks = (text + decoder.decode(value, { stream: true })).split("\n\n");
      text = blocks.pop() as string;
      for (const block of blocks) {
        const data = /^data: ?(.*)$/m.exec(block)?.[1];
        if (data) onEvent(/^id: ?(.*)$/m.exec(block)?.[1] ?? "", JSON.parse(data).type);
      }
    }
  } finally {
    clearTimeout(timer);
  }
}

/** One listener that fails keeps no other from hearing. */
export function tell(
  listeners: ReadonlySet<Listener>,
  changedKeys: readonly string[],
  onError: ConnectionOptions["onError"],
): void {
  for (const listener of [...listeners]) {
    try {
      listener(changedKeys);
    } catch (error) {
      onError?.(error as Error);
    }
  }
}
