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
 * What goes over the wire. `headers` is flat (name, value, name, value, …), as `ServerResponse.writeHead`
 * takes it with repeated names intact, provided that `setHeader` was not called before: then Node keeps only
 * the last of equal names. The array may be shared: copy it to add to it. `body` null: none is sent.
 */
export type WireAnswer = { statusCode: number; headers: string[]; body: Buffer | null };

/** What goes back, and how long to wait before. */
export type PublicAnswer = { answer: WireAnswer; delayMs: number };
