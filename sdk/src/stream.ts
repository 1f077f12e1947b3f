import type { Connection } from "./connection";
import { isWrongKey, later, retryDelay, wait } from "./timing";
import type { ConnectionOptions } from "./types";

const silenceMs = 70_000;
const retryMsMax = 60_000;

type Place = Pick<ConnectionOptions, "environment"> & { connection: Connection; end: AbortSignal };
type Listeners = {
  onChange(): void;
  /** Called with true when the stream begins, and with false when it breaks. */
  onState(isOpen: boolean): void;
  onFailure(error: unknown): void;
};

/**
 * Keeps an event stream open until the end. Retries after each failure, because proxies answer with any status while a server
 * restarts. Only a wrong key stops it.
 * @returns opens the stream, if it isn't open or being retried
 */
export function eventStream({ connection, environment, end }: Place, listeners: Listeners): () => void {
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
    if (type === "refetchEvaluation" || !lastEventId) listeners.onChange();
    lastEventId = id || lastEventId;
    failures = 0;
    setOpen(true);
  }

  /** @returns the failure, if that is why the stream ended */
  async function listenOnce(): Promise<unknown> {
    const unseen = new AbortController();
    const stopWatching = onVisibility(() => isHidden() && unseen.abort());
    const query = new URLSearchParams({ ...(environment && { env: environment }) });
    if (lastEventId) query.set("lastEventId", lastEventId);
    try {
      await readEvents(connection, `/api/sdk/stream?${query}`, AbortSignal.any([end, unseen.signal]), hear);
    } catch (error) {
      // The stream repeats what a hidden page missed.
      if (unseen.signal.aborted) return undefined;
      listeners.onFailure(error);
      return error;
    } finally {
      stopWatching();
    }
    return undefined;
  }

  async function listen(): Promise<void> {
    if (isRunning) return;
    isRunning = true;
    while (!end.aborted) {
      if (isHidden()) await wait(end, (go) => onVisibility(() => isHidden() || go()));
      const failure = end.aborted || (await listenOnce());
      if (!isHidden()) setOpen(false);
      if (isWrongKey(failure)) break;
      const delay = isHidden() ? 0 : retryDelay(failure, failures, retryMsMax);
      failures += 1;
      await wait(end, (go) => {
        const waiting = later(go, delay);
        return () => clearTimeout(waiting);
      });
    }
    isRunning = false;
  }

  return listen;
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

/** Reads events until the stream ends. Fails if the stream is silent for longer than its heartbeats are apart. */
async function readEvents(
  connection: Connection,
  path: string,
  end: AbortSignal,
  onEvent: (id: string, type: string) => void,
): Promise<void> {
  const silence = new AbortController();
  const watch = () => later(() => silence.abort(new DOMException("", "TimeoutError")), silenceMs);
  let timer = watch();
  let text = "";
  try {
    await connection.stream(path, AbortSignal.any([end, silence.signal]), (received) => {
      clearTimeout(timer);
      timer = watch();
      const blocks = (text + received).split("\n\n");
      text = blocks.pop() as string;
      for (const block of blocks) {
        const data = /^data: ?(.*)$/m.exec(block)?.[1];
        if (data) onEvent(/^id: ?(.*)$/m.exec(block)?.[1] ?? "", JSON.parse(data).type);
      }
    });
  } finally {
    clearTimeout(timer);
  }
}
