import type { Connection } from "./connection";
import { eventStream } from "./stream";
import { isWrongKey, later, retryDelay, spread } from "./timing";
import type { ConnectionOptions } from "./types";

export type Updates = {
  /** The first load. Never rejects. */
  first: Promise<void>;
  /** Loads now, after a load that is running. Never rejects. */
  refresh(): Promise<void>;
  close(): void;
};

/** With a stream, in case an event is lost; and with a wrong key, which may have been revoked by mistake. */
const rarePollMs = 300_000;

/** Loads now, and again after each change. */
export function follow(
  options: ConnectionOptions,
  connection: Connection,
  load: () => Promise<void>,
): Updates {
  const { updates = "stream", pollMs = 30_000, environment } = options;
  const ended = new AbortController();
  const end = ended.signal;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isStreaming = false;
  let failures = 0;
  let running: Promise<void> | undefined;
  let next: Promise<void> | undefined;

  const onFailure = (error: unknown) => {
    if (!end.aborted) connection.report(error);
  };
  function pollIn(ms: number): void {
    clearTimeout(timer);
    if (!end.aborted) timer = later(refresh, ms);
  }
  const listen = eventStream(
    { connection, environment, end },
    {
      onChange: refresh,
      onFailure,
      onState(isOpen) {
        isStreaming = isOpen;
        // After a failure, the next attempt is due sooner, and a stream that opens shows that it can succeed.
        if (failures === 0) pollIn(spread(isOpen ? rarePollMs : pollMs));
        else if (isOpen) refresh();
      },
    },
  );

  async function loadOnce(): Promise<void> {
    const failure = await load().then(
      () => undefined,
      (error) => error ?? true,
    );
    if (failure) onFailure(failure);
    if (updates === "none" && !failure) return;
    if (isWrongKey(failure)) return pollIn(spread(rarePollMs));
    pollIn(failure ? retryDelay(failure, failures, pollMs) : spread(isStreaming ? rarePollMs : pollMs));
    failures = failure ? failures + 1 : 0;
    // After the first response, because the stream tells what changes from then on.
    if (updates === "stream") listen();
  }

  function refresh(): Promise<void> {
    if (end.aborted) return Promise.resolve();
    if (running) {
      // The call that is running may have been answered before the change.
      next ??= running.then(() => {
        next = undefined;
        return refresh();
      });
      return next;
    }
    running = loadOnce().finally(() => {
      running = undefined;
    });
    return running;
  }

  return {
    first: refresh(),
    refresh,
    close() {
      ended.abort();
      clearTimeout(timer);
    },
  };
}
