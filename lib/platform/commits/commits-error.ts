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

type CommitsErrorDetails = {
  cause?: unknown;
  retryAfterMs?: number | undefined;
  isUnknownHost?: boolean;
};

/** An expected failure. The message tells people what to do; the cause is for the log only. */
export class CommitsError extends Error {
  override readonly name = "CommitsError";
  readonly transient: boolean;
  /** How many milliseconds the server asks to be left alone. */
  readonly retryAfterMs: number | undefined;
  /** A resolver said that the host does not exist. `EAI_AGAIN` says that it could not tell. */
  readonly isUnknownHost: boolean;

  constructor(
    readonly reason: CommitsReason,
    message: string,
    { cause, retryAfterMs, isUnknownHost = saysUnknownHost(cause) }: CommitsErrorDetails = {},
  ) {
    super(message, { cause });
    this.transient = transient.has(reason);
    this.retryAfterMs = retryAfterMs;
    this.isUnknownHost = isUnknownHost;
  }
}

function saysUnknownHost(error: unknown): boolean {
  for (let each = error, depth = 0; each instanceof Error && depth < 5; each = each.cause, depth += 1) {
    if ("code" in each && each.code === "ENOTFOUND") return true;
  }
  return false;
}

export const garbage = (what: string, cause?: unknown) =>
  new CommitsError("garbage", `The Git server's answer cannot be read: ${what}.`, { cause });
