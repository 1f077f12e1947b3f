import type { Answer } from "./answer";

/** A request to a project's host, as a door hands it over. */
export type PublicRequest = {
  /** Label of the project's host, lower case. */
  label: string;
  method: string;
  /** `/p/<host label>` if the request came by the path-based URL, else empty. */
  prefix: string;
  /** Path and query as sent, percent-encoded, without the prefix. */
  target: string;
  origin: string | undefined;
  /** `Access-Control-Request-Method` and `-Headers`. */
  requestedMethod: string | undefined;
  requestedHeaders: string | undefined;
  requestId: string;
  /** As received: name, value, name, value, … Without the app's cookies and keys if there is a prefix. */
  rawHeaders: readonly string[];
  clientAddress(): string;
  /**
   * The whole body. Whoever asks again gets the same one.
   * @throws {AppError} `payload_too_large` as soon as more than `bytesMax` arrived; `invalid_request` if the body
   * breaks off.
   */
  readBody(bytesMax: number): Promise<Buffer>;
  /**
   * Shows the body as it arrives, or as `readBody` has read it, without anything being read or waiting for that. Undefined
   * where the request brings none.
   */
  watchBody?: ((watcher: BodyWatcher) => void) | undefined;
  /** @throws {AppError} for a request that is rejected on this URL */
  requireAllowed?: (() => void) | undefined;
  /** The part of an answer that the client gets, where that is not all of it. */
  toSent?: ((answer: Answer) => Answer) | undefined;
  /** Has the client's end told, if it comes before the answer: nobody waits for what is done for it any more. */
  onGone?(listener: () => void): void;
};

/** Sees a body that nobody may have asked for. */
export type BodyWatcher = {
  /** The chunk is somebody else's: what is kept of it has to be copied. */
  take(chunk: Uint8Array): void;
  /** Nothing more comes. @param isWhole whether that was all of it */
  end(isWhole: boolean): void;
};

/**
 * The answer, and how long to wait before sending it. Its list of headers may be shared with other answers, so copy
 * it before you add to it.
 */
export type PublicAnswer = { answer: Answer; delayMs: number; sending?: Sending; answered?: Answered };

/** What gave the answer to a call of a mock, for the log of calls. May be shared by many answers. */
export type Answered = {
  by: "mock" | "collection" | "proxy" | "chaos" | "miss" | "failure";
  mockId?: string;
  /** Name of the one of several responses that was given. */
  response?: string;
  /** Why nothing matched, or what failed. */
  reason?: string | undefined;
  /** The id under which the call is logged, where something else refers to it. A new one if it is left out. */
  callId?: string;
};

/** How an answer is sent where that is not at once and whole. */
export type Sending = {
  /** How fast its body is sent. */
  bytesPerSecond: number | null;
  /**
   * What is done to the connection instead: reset, or ended without an answer; ended after half of the body; ended with a
   * chunk that is none.
   */
  fault: "reset" | "empty" | "truncated" | "malformed" | null;
};
