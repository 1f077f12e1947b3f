/**
 * Why a model gave no answer. `key` (refused), `quota` (nothing left to spend), `request` (the server does not
 * know the model or what it is asked for) stay until the operator changes something; `limit` (asked too often by one
 * project) until tomorrow; `busy`, `server`,
 * `unreachable` and `timeout` may pass; `unusable` is an answer that is not what was asked for.
 */
export type ModelReason =
  | "key"
  | "quota"
  | "request"
  | "limit"
  | "busy"
  | "server"
  | "unreachable"
  | "timeout"
  | "unusable";

const transient: ReadonlySet<ModelReason> = new Set(["busy", "server", "unreachable", "timeout"]);

/** An expected failure. The message is for people; the cause is for the log only. */
export class ModelError extends Error {
  override readonly name = "ModelError";
  readonly transient: boolean;
  /** How many milliseconds the server asks to be left alone. */
  readonly retryAfterMs: number | undefined;
  /** What the model said, when its answer was unusable. */
  readonly answer: string | undefined;

  constructor(
    readonly reason: ModelReason,
    message: string,
    more: { cause?: unknown; retryAfterMs?: number | undefined; answer?: string | undefined } = {},
  ) {
    super(message, { cause: more.cause });
    this.transient = transient.has(reason);
    this.retryAfterMs = more.retryAfterMs;
    this.answer = more.answer;
  }
}
