import { z } from "zod";
import {
  checkStreams,
  grantHeader,
  listStreamRequests,
  openStream,
  StreamedCapture,
} from "@/lib/webhooks/stream-contract";

/** What a client identifies itself with: a ticket, or the headers that carry its cookie or key. */
export type Credentials = { ticket: string } | { headers: Record<string, string> };

/** `expiresAt` in milliseconds since 1970, or infinity. */
export type StreamState = { lastSequence: number; expiresAt: number };
/** `stream` is its name, if the URL used another one. */
export type Opened = StreamState & { grant: string; stream?: string | undefined };

export type AskedStream = { webhookId: string; grant: string };

/**
 * What a relay asks the app. These throw `Refusal` when the app says no, and another error when there is no answer.
 */
export type StreamBackend = {
  open(webhookId: string, credentials: Credentials, requestId?: string): Promise<Opened>;
  /** Of each stream its state, or why it may not go on. At most `streamsAtOnceMax`. Throws no `Refusal`. */
  check(streams: readonly AskedStream[]): Promise<(StreamState | Refusal)[]>;
  /** Everything kept after `after` up to the last of these, oldest first. An empty list: nothing later is kept. */
  requestsAfter(webhookId: string, grant: string, after: number): Promise<StreamedCapture[]>;
};

/** The app's own answer, to be passed on unchanged. */
export class Refusal extends Error {
  override readonly name = "Refusal";
  constructor(
    readonly status: number,
    /** JSON. */
    readonly body: string,
    readonly requestId: string | undefined,
  ) {
    super(`The app answered ${status}`);
  }
}

type Options = {
  /** The app's address; inside the app's own process any will do. */
  appUrl: string;
  /** Carries requests to the app: the global `fetch`, or the app's own entrance in the same process. */
  fetch: (request: Request) => Response | Promise<Response>;
  answerWithinMs?: number;
};

/** The app's API as a backend. */
export function createBackend({ appUrl, fetch, answerWithinMs = 10_000 }: Options): StreamBackend {
  async function ask<T extends z.ZodType>(
    { method, path }: { method: string; path: string },
    webhookId: string,
    output: T,
    { search = "", ...init }: RequestInit & { search?: string },
  ): Promise<z.output<T>> {
    const url = `${appUrl}${path.replace(":webhookId", encodeURIComponent(webhookId))}${search}`;
    const { response, text } = await within(answerWithinMs, async (signal) => {
      const response = await fetch(new Request(url, { ...init, method, redirect: "manual", signal }));
      return { response, text: await response.text() };
    });
    const refused = response.status >= 400 && response.status < 500 && isJson(text);
    if (refused) throw new Refusal(response.status, text, response.headers.get("x-request-id") ?? undefined);
    if (!response.ok) throw new Error(`The app answered ${response.status} to ${method} ${path}`);
    return output.parse(JSON.parse(text));
  }

  return {
    async open(webhookId, credentials, requestId) {
      const body = "ticket" in credentials ? { ticket: credentials.ticket } : {};
      const headers = {
        ...("headers" in credentials && credentials.headers),
        ...(requestId && { "x-request-id": requestId }),
        "content-type": "application/json",
      };
      const init = { headers, body: JSON.stringify(body) };
      const { grant, stream, ...state } = await ask(openStream, webhookId, openStream.output, init);
      return { grant, stream, ...toState(state) };
    },
    async check(streams) {
      const init = { headers: { "content-type": "application/json" }, body: JSON.stringify({ streams }) };
      const answer = await ask(checkStreams, "", checkStreams.output, init).catch((error: unknown) => {
        // Refused is the question: that says nothing of the streams.
        if (error instanceof Refusal)
          throw new Error(`The app answered ${error.status} to a check of streams`);
        throw error;
      });
      if (answer.streams.length !== streams.length) throw new Error("The app did not answer for all streams");
      return answer.streams.map(({ status, state }) =>
        state ? toState(state) : new Refusal(status, "", undefined),
      );
    },
    requestsAfter: (webhookId, grant, after) =>
      ask(listStreamRequests, webhookId, z.array(StreamedCapture), {
        headers: { [grantHeader]: grant },
        search: `?after=${after}`,
      }),
  };
}

function toState({
  lastSequence,
  expiresAt,
}: Pick<z.output<typeof openStream.output>, keyof StreamState>): StreamState {
  return { lastSequence, expiresAt: expiresAt === null ? Number.POSITIVE_INFINITY : Date.parse(expiresAt) };
}

/**
 * Gives up after so many ms. An app in the same process ignores the signal. What answers in time leaves nothing behind
 * until then: a burst of clients would hold all of its requests.
 */
async function within<T>(ms: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const error = new Error(`No answer within ${ms} ms`);
      controller.abort(error);
      reject(error);
    }, ms);
  });
  try {
    return await Promise.race([work(controller.signal), tooLate]);
  } finally {
    clearTimeout(timer);
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
