/**
 * Why commits could not be read. `permanent` failures stay until somebody changes something; `transient` ones may
 * pass.
 *
 * `address` (refused or not a repository's), `not_found` (unknown, or private without a fitting token),
 * `no_branch`, `not_git` (no Git server, or one too old), `too_large`, `garbage` (an answer that breaks the
 * protocol) are permanent; `unreachable`, `timeout`, `server` (a failure that the server reports) transient.
 */
export type CommitsReason =
  | "address"
  | "not_found"
  | "no_branch"
  | "not_git"
  | "too_large"
  | "garbage"
  | "unreachable"
  | "timeout"
  | "server";

const transient: ReadonlySet<CommitsReason> = new Set(["unreachable", "timeout", "server"]);

/** An expected failure. The message tells people what to do; the cause is for the log only. */
export class CommitsError extends Error {
  override readonly name = "CommitsError";
  readonly transient: boolean;
  /** How many milliseconds the server asks to be left alone. */
  readonly retryAfterMs: number | undefined;

  constructor(
    readonly reason: CommitsReason,
    message: string,
    { cause, retryAfterMs }: { cause?: unknown; retryAfterMs?: number | undefined } = {},
  ) {
    super(message, { cause });
    this.transient = transient.has(reason);
    this.retryAfterMs = retryAfterMs;
  }
}

export const garbage = (what: string, cause?: unknown) =>
  new CommitsError("garbage", `The Git server's answer cannot be read: ${what}.`, { cause });
