import type { Connection } from "./connection";
import { FieldkitError } from "./errors";
import { later, retryDelay } from "./timing";
import type { ConnectionOptions } from "./types";

const silenceMs = 70_000;
const retryMsMax = 60_000;
/** A stream that lasted so long was a good one: the next attempt comes soon. */
const steadyMs = 10_000;
/** Characters of one event at most. */
const blockMax = 100_000;

type Place = Pick<ConnectionOptions, "environment"> & { connection: Connection };
type Listeners = {
  onChange(): void;
  /** Called with true when the stream begins, and with false when it breaks. */
  onState(isOpen: boolean): void;
  /** @param failures before it, in a row */
  onFailure(error: FieldkitError, failures: number): void;
  /** Whether loads fail. Attempts at a stream would only fail with them. */
  isAway(): boolean;
};

/**
 * Keeps an event stream open until it is closed. Retries after each failure, because proxies answer with any status while a
 * server restarts. A wrong key stops it, and so do loads that fail.
 * @returns `listen` opens the stream, if it isn't open or being retried
 */
export function eventStream({ connection, environment }: Place, listeners: Listeners) {
  let own = new AbortController();
  let isClosed = false;
  let isRunning = false;
  let isOpen = false;
  let lastEventId = "";
  let failures = 0;

  function setOpen(next: boolean): void {
    if (next !== isOpen) listeners.onState(next);
    isOpen = next;
  }

  function hear(id: string, type: string): void {
    // A first stream can't tell what changed between the last load and its own beginning.
    if (type === "refetchEvaluation" || (!isOpen && !lastEventId)) listeners.onChange();
    lastEventId = id || lastEventId;
    setOpen(true);
  }

  /** @returns the failure, if that is why the stream ended */
  async function listenOnce(): Promise<FieldkitError | undefined> {
    own = new AbortController();
    const stopWatching = onVisibility(() => isHidden() && own.abort());
    const query = new URLSearchParams({ ...(environment && { env: environment }) });
    if (lastEventId) query.set("lastEventId", lastEventId);
    const begun = Date.now();
    try {
      await readEvents(connection, `/api/sdk/stream?${query}`, own, hear);
    } catch (error) {
      // The stream repeats what a hidden page missed.
      return isHidden() || isClosed ? undefined : (error as FieldkitError);
    } finally {
      stopWatching();
      if (Date.now() - begun > steadyMs) failures = 0;
    }
    return undefined;
  }

  return {
    async listen(): Promise<void> {
      if (isRunning) return;
      isRunning = true;
      while (!isClosed && !listeners.isAway()) {
        if (isHidden()) await visible();
        if (isClosed) break;
        const failure = await listenOnce();
        if (isHidden()) continue;
        setOpen(false);
        if (failure) listeners.onFailure(failure, failures);
        const delay = retryDelay(failure, failures, retryMsMax);
        failures += 1;
        if (failure?.isWrongKey) break;
        await new Promise<void>((resolve) => later(resolve, delay));
      }
      isRunning = false;
    },
    close() {
      isClosed = true;
      own.abort();
    },
  };
}

/**
 * Without HTTP/2, browsers have six connections to a host for all tabs together. A hidden tab closes its stream, and gets the
 * changes that it missed when it is visible again. Servers have no document.
 */
const page = () => globalThis.document as Document | undefined;
const isHidden = () => page()?.visibilityState === "hidden";

function onVisibility(listener: () => void): () => void {
  page()?.addEventListener("visibilitychange", listener);
  return () => page()?.removeEventListener("visibilitychange", listener);
}

const visible = () =>
  new Promise<void>((resolve) => {
    const stop = onVisibility(() => {
      if (isHidden()) return;
      stop();
      resolve();
    });
  });

/** Reads events until the stream ends. Fails if it is silent for longer than its heartbeats are apart, or sends no events. */
async function readEvents(
  connection: Connection,
  path: string,
  own: AbortController,
  onEvent: (id: string, type: string) => void,
): Promise<void> {
  const silent = new FieldkitError("The stream is silent.", "timeout");
  const watch = () => later(() => own.abort(silent), silenceMs);
  let timer = watch();
  let text = "";
  try {
    await connection.stream(path, own.signal, (received) => {
      clearTimeout(timer);
      timer = watch();
      const blocks = (text + received).split("\n\n");
      text = blocks.pop() as string;
      if (text.length > blockMax) throw new Error("it has no events");
      for (const block of blocks) {
        const type = /"type":"(\w+)"/.exec(block)?.[1];
        if (type) onEvent(/^id: (\S+)/m.exec(block)?.[1] ?? "", type);
      }
    });
  } finally {
    clearTimeout(timer);
  }
}
