import type { Answer } from "./answer";

/** What a door hands over of a request to a project's host. */
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
   * @throws {AppError} `payload_too_large` as soon as more than `bytesMax` arrived; `invalid_request` when it
   * breaks off.
   */
  readBody(bytesMax: number): Promise<Buffer>;
};

/**
 * What goes back, and how long to wait before. The list of its headers may be shared with other answers: copy it to
 * add to it.
 */
export type PublicAnswer = { answer: Answer; delayMs: number };
