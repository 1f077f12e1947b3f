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
  override readonly name = "FieldkitError";

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

export const later = (work: () => void, ms: number) => {
  const timer = setTimeout(work, ms);
  // Node ends although a client is open.
  (timer as { unref?: () => void }).unref?.();
  return timer;
};

/** Many clients that were cut off at the same moment come back at different ones. */
export const spread = (ms: number) => ms * (0.5 + Math.random());

/** Loads at once, and again whenever something may have changed. */
export function follow(options: ConnectionOptions, call: Call, load: () => Promise<void>): Updates {
  const follower = new Follower(options, call, load);
  const first = follower.refresh();
  // With the first answer there is something to be changed.
  if ((options.updates ?? "stream") === "stream") first.then(() => follower.listen());
  return { first, refresh: () => follower.refresh(), close: () => follower.close() };
}

class Follower {
  readonly #options: ConnectionOptions;
  readonly #call: Call;
  readonly #load: () => Promise<void>;
  readonly #pollMs: number;
  readonly #ended = new AbortController();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isStreaming = false;
  #lastEventId = "";
  /** Since the stream last said something. */
  #failures = 0;
  #running: Promise<void> | undefined;
  #next: Promise<void> | undefined;

  constructor(options: ConnectionOptions, call: Call, load: () => Promise<void>) {
    this.#options = options;
    this.#call = call;
    this.#load = load;
    this.#pollMs = options.pollMs ?? defaults.pollMs;
  }

  refresh(): Promise<void> {
    if (this.#isOver()) return Promise.resolve();
    if (!this.#running) {
      this.#running = this.#loadOnce().finally(() => {
        this.#running = undefined;
      });
      return this.#running;
    }
    // What is under way may have been asked before the change.
    this.#next ??= this.#running.then(() => {
      this.#next = undefined;
      return this.refresh();
    });
    return this.#next;
  }

  close(): void {
    this.#ended.abort();
    clearTimeout(this.#timer);
  }

  /** Keeps a stream open for as long as it may. */
  async listen(): Promise<void> {
    const { signal } = this.#ended;
    while (!this.#isOver()) {
      if (isHidden()) await wait(signal, (go) => onVisibility(() => isHidden() || go()));
      if (this.#isOver() || !(await this.#listenOnce())) return;
      const delay = Math.min(defaults.delayMs * 2 ** this.#failures, defaults.delayMsMax);
      this.#failures += 1;
      await wait(signal, (go) => {
        const waiting = later(go, isHidden() ? 0 : spread(delay));
        return () => clearTimeout(waiting);
      });
    }
  }

  /** @returns whether to try again */
  async #listenOnce(): Promise<boolean> {
    const unseen = new AbortController();
    const stopWatching = onVisibility(() => isHidden() && unseen.abort());
    const path = withQuery("/api/sdk/stream", {
      env: this.#options.environment,
      lastEventId: this.#lastEventId,
    });
    try {
      const signal = AbortSignal.any([this.#ended.signal, unseen.signal]);
      await events(this.#call, path, signal, (id, type) => this.#hear(id, type));
    } catch (error) {
      // What is missed is told when it is seen again.
      if (unseen.signal.aborted) return true;
      this.#failed(error);
      // Who may not listen, polls.
      if (error instanceof Refused && error.status < 500 && error.status !== 429) return false;
    } finally {
      stopWatching();
    }
    // What changes until the stream is back is found by polling.
    if (this.#isStreaming) this.#pollIn(spread(this.#pollMs));
    this.#isStreaming = false;
    return true;
  }

  #hear(id: string, type: string): void {
    // A first stream can't tell what changed between the last load and its own beginning.
    if (type === "refetchEvaluation" || !this.#lastEventId) this.refresh();
    if (!this.#isStreaming) this.#pollIn(spread(defaults.streamingPollMs));
    this.#lastEventId = id || this.#lastEventId;
    this.#isStreaming = true;
    this.#failures = 0;
  }

  async #loadOnce(): Promise<void> {
    let waitMs: number | undefined;
    await this.#load().catch((error) => {
      waitMs = error instanceof Refused ? error.waitMs : undefined;
      this.#failed(error);
    });
    if (this.#options.updates === "none") return;
    this.#pollIn(waitMs ?? spread(this.#isStreaming ? defaults.streamingPollMs : this.#pollMs));
  }

  #pollIn(ms: number): void {
    clearTimeout(this.#timer);
    if (!this.#isOver()) this.#timer = later(() => this.refresh(), ms);
  }

  #isOver = () => this.#ended.signal.aborted;

  #failed(error: unknown): void {
    if (!this.#isOver()) this.#options.onError?.(error as Error);
  }
}

/** Waits until something calls `go`, or for the end. @param arm returns what gives it up */
function wait(end: AbortSignal, arm: (go: () => void) => () => void): Promise<void> {
  return new Promise((resolve) => {
    const go = () => {
      disarm();
      end.removeEventListener("abort", go);
      resolve();
    };
    const disarm = arm(go);
    end.addEventListener("abort", go);
    if (end.aborted) go();
  });
}

/**
 * Browsers have six connections to a host for all tabs together, without HTTP/2: a tab that nobody looks at gives its stream
 * up, and hears of what it missed when it is seen again. Elsewhere there is no document.
 */
const page = () => globalThis.document as Document | undefined;
const isHidden = () => page()?.visibilityState === "hidden";

function onVisibility(listener: () => void): () => void {
  page()?.addEventListener("visibilitychange", listener);
  return () => page()?.removeEventListener("visibilitychange", listener);
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
