import { errorOf, FieldkitError, unreachable } from "./errors";
import { openStream } from "./platform";
import type { ConnectionOptions } from "./types";

type Init<T> = RequestInit & { parse: (text: string) => T };
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
  report(error: unknown): void;
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
      if (!/^[!-~]+$/.test(key)) throw new FieldkitError("This isn't an API key.", "unauthorized", 401);
      const headers = { ...init.headers, authorization: `Bearer ${key}` };
      const response = await by(url + path, { ...init, headers, credentials: "omit" });
      if (response.ok || response.status === 304) return await use(response);
      throw errorOf(response, await response.text(), url);
    } catch (error) {
      throw error instanceof FieldkitError ? error : unreachable(error as Error, url);
    }
  }

  return {
    call(path, { parse, signal, ...init }) {
      const inTime = AbortSignal.timeout(timeoutMs);
      const either = signal ? AbortSignal.any([signal, inTime]) : inTime;
      return reach(path, { ...init, signal: either }, fetch, async (response) => {
        const text = await response.text();
        if (response.status === 304) return undefined;
        try {
          return { value: parse(text), text, etag: response.headers.get("etag") ?? "" };
        } catch (error) {
          throw error instanceof FieldkitError ? error : errorOf(response, "", url);
        }
      });
    },
    stream(path, signal, onText) {
      const init = { headers: { accept: "text/event-stream" }, signal };
      return reach(path, init, options.fetch ?? openStream, async ({ body }) => {
        const reader = (body as ReadableStream<Uint8Array>).getReader();
        const decoder = new TextDecoder();
        for (;;) {
          const { done, value } = await reader.read();
          if (done) return;
          onText(decoder.decode(value, { stream: true }));
        }
      });
    },
    report: reporterOf(options.onError),
  };
}

function reporterOf(onError: ConnectionOptions["onError"]): Connection["report"] {
  let isLogged = false;
  return (error) => {
    if (onError) return onError(error as Error);
    if (isLogged) return;
    isLogged = true;
    // biome-ignore lint/suspicious/noConsole: without a handler, a developer couldn't find out why there are only fallbacks
    console.warn(`[fieldkit] ${(error as Error).message} (Later failures aren't logged: use onError.)`);
  };
}
