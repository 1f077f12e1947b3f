import type { Answer } from "./answer";

/** A request to a project's host, as a door hands it over. */
export type PublicRequest = {
  /** Label of the project's host, lower case. */
  label: string;
  method: string;
  /** Path and query as sent, percent-encoded. */
  target: string;
  origin: string | undefined;
  /** `Access-Control-Request-Method` and `-Headers`. */
  requestedMethod: string | undefined;
  requestedHeaders: string | undefined;
  requestId: string;
  /** As received: name, value, name, value, … */
  rawHeaders: readonly string[];
  clientAddress(): string;
  /**
   * The whole body.
   * @throws {AppError} `payload_too_large` as soon as more than `bytesMax` arrived; `invalid_request` if the body
   * breaks off.
   */
  readBody(bytesMax: number): Promise<Buffer>;
};

/**
 * The answer, and how long to wait before sending it. Its list of headers may be shared with other answers, so copy
 * it before you add to it.
 */
export type PublicAnswer = { answer: Answer; delayMs: number; sending?: Sending };

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
