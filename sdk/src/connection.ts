import { errorOf, FieldkitError, unreachable } from "./errors";
import { openStream } from "./platform";
import { delayMax } from "./timing";
import type { ConnectionOptions } from "./types";

type Init<T> = Omit<RequestInit, "signal"> & {
  parse: (text: string) => T;
  /** Ends the call. Not a signal beside the timeout, because Node 20 loses `AbortSignal.any` when memory is collected. */
  own?: AbortController;
};
export type Reply<T> = { value: T; text: string; etag: string };

/** Calls of one client to its instance. */
export type Connection = {
  /**
   * @param init `parse` throws for a text that isn't Fieldkit's
   * @returns undefined for a 304
   * @throws {FieldkitError} for any other response than a success, and for none in time
   */
  call<T>(path: string, init: Init<T>): Promise<Reply<T> | undefined>;
  /**
   * Reads a response as its text arrives, until it ends.
   * @throws {FieldkitError}
   */
  stream(path: string, signal: AbortSignal, onText: (text: string) => void): Promise<void>;
  /** Gives a failure to `onError`, or logs it if none was logged since the last recovery. Never throws. */
  report(error: unknown): void;
  recovered(): void;
};

export function connectionTo(options: ConnectionOptions): Connection {
  const { key, fetch = globalThis.fetch, timeoutMs = 10_000 } = options;
  // A variable that isn't set must not end the app.
  const url = String(options.url).replace(/\/+$/, "");

  async function reach<T>(
    path: string,
    init: RequestInit,
    by: typeof fetch,
    use: (it: Response) => Promise<T>,
  ) {
    try {
      // Encoded, because `fetch` fails for characters such as those of the documentation's `fk_…`.
      const headers = { ...init.headers, authorization: `Bearer ${encodeURI(key)}` };
      const response = await by(url + path, { ...init, headers, credentials: "omit" });
      if (response.ok || response.status === 304) return await use(response);
      throw errorOf(response, await response.text(), url);
    } catch (error) {
      throw error instanceof FieldkitError ? error : unreachable(error as Error, url);
    }
  }

  return {
    async call(path, { parse, own = new AbortController(), ...init }) {
      const late = new FieldkitError(`${url} didn't respond in time.`, "timeout");
      const timer = setTimeout(() => own.abort(late), Math.min(timeoutMs, delayMax));
      try {
        return await reach(path, { ...init, signal: own.signal }, fetch, async (response) => {
          const text = await response.text();
          if (response.status === 304) return undefined;
          try {
            return { value: parse(text), text, etag: response.headers.get("etag") ?? "" };
          } catch (error) {
            throw error instanceof FieldkitError ? error : errorOf(response, "", url);
          }
        });
      } finally {
        clearTimeout(timer);
      }
    },
    stream(path, signal, onText) {
      const init = { headers: { accept: "text/event-stream" }, signal };
      return reach(path, init, options.fetch ?? openStream, async ({ body }) => {
        if (!body) return;
        const reader = body.getReader();
        const decoder = new TextDecoder();
        try {
          for (;;) {
            const { done, value } = await reader.read();
            if (done) return;
            onText(decoder.decode(value, { stream: true }));
          }
        } finally {
          reader.cancel().catch(() => {});
        }
      });
    },
    ...reporterOf(options.onError),
  };
}

function reporterOf(onError: ConnectionOptions["onError"]): Pick<Connection, "report" | "recovered"> {
  let isLogged = false;
  const log = ({ message }: Error) => {
    if (isLogged) return;
    isLogged = true;
    // biome-ignore lint/suspicious/noConsole: without a handler, a developer couldn't find out why there are only fallbacks
    console.warn(`[fieldkit] ${message} (see onError)`);
  };
  return {
    report: (error) => safely(() => (onError ?? log)(error as Error)),
    recovered() {
      isLogged = false;
    },
  };
}

/** Runs a function of the application, which may throw and may reject. @param onThrown called with the error */
export function safely(work: () => unknown, onThrown: (error: unknown) => void = () => {}): void {
  try {
    Promise.resolve(work()).catch(onThrown);
  } catch (error) {
    onThrown(error);
  }
}
