import type { Connection } from "./connection";
import type { FieldkitError } from "./errors";
import { eventStream } from "./stream";
import { later, retryDelay, spread } from "./timing";
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
const pollMsMin = 1000;

/** Loads now, and again after each change. */
export function follow(
  options: ConnectionOptions,
  connection: Connection,
  load: () => Promise<void>,
): Updates {
  const { updates = "stream", environment } = options;
  const pollMs = Math.max(options.pollMs || 30_000, pollMsMin);
  let isClosed = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isStreaming = false;
  let failures = 0;
  let notBefore = 0;
  let streamFailure: FieldkitError | undefined;
  let running: Promise<void> | undefined;
  let next: Promise<void> | undefined;

  function pollIn(ms: number): void {
    clearTimeout(timer);
    if (!isClosed) timer = later(refresh, ms);
  }
  const stream = eventStream(
    { connection, environment },
    {
      onChange: refresh,
      onFailure(error, before) {
        // A load tells whether only the stream is refused, or the instance is away, and reports that with the status that
        // follows from it. Further failures don't postpone it.
        if (failures === 0 && !streamFailure) pollIn(retryDelay(undefined, before, pollMs));
        streamFailure = error;
      },
      onState(isOpen) {
        isStreaming = isOpen;
        streamFailure = undefined;
        // A broken stream is a reason to load, after the first attempt to open it again, which makes that needless.
        if (failures === 0) pollIn(spread(isOpen ? rarePollMs : 2000));
      },
      isAway: () => failures > 0,
    },
  );

  async function loadOnce(): Promise<void> {
    clearTimeout(timer);
    const pause = notBefore - Date.now();
    if (pause > 0) await new Promise((resolve) => setTimeout(resolve, pause));
    if (isClosed) return;
    const failure: FieldkitError | undefined = await load().then(
      () => undefined,
      (error) => error,
    );
    // Whatever asks for it: an application may refresh when a load fails.
    notBefore = failure ? Date.now() + 500 : 0;
    if (failures > 0 && !failure) connection.recovered();
    const before = failures;
    failures = failure ? failures + 1 : 0;
    if (failure?.isWrongKey) pollIn(spread(rarePollMs));
    else if (failure) pollIn(retryDelay(failure, before, pollMs));
    else if (updates !== "none") pollIn(spread(isStreaming ? rarePollMs : pollMs));
    const problem = failure ?? streamFailure;
    streamFailure = undefined;
    if (!isClosed && problem) connection.report(problem);
    // After a response, because the stream tells what changes from then on.
    if (!failure && updates === "stream") stream.listen();
  }

  function refresh(): Promise<void> {
    if (isClosed) return Promise.resolve();
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
      isClosed = true;
      stream.close();
      clearTimeout(timer);
    },
  };
}
