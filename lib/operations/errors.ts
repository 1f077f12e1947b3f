import { isDatabaseAway, isDatabaseTooSlow } from "@/db/database-unreachable";
import { isDiskFull } from "@/db/disk-full";
import type { ErrorCode } from "./error-codes";
import type { Issue, Named } from "./operation";

export type ErrorDetails = {
  /** What to do, where the specification fixes the message. */
  hint?: string;
  issues?: Issue[];
  headers?: Record<string, string>;
  cause?: unknown;
  /** The current row, as the operation answers it. */
  current?: unknown;
  /** What the caller has to name for it, of an unconfirmed change. */
  confirm?: readonly Named[];
};

/** An expected failure. The message tells the caller what to do; the cause is for the log only. */
export class AppError extends Error {
  override readonly name = "AppError";
  readonly hint: string | undefined;
  readonly issues: Issue[] | undefined;
  readonly headers: Record<string, string>;
  readonly current: unknown;
  readonly confirm: readonly Named[] | undefined;

  constructor(
    readonly code: ErrorCode,
    message: string,
    { hint, issues, headers = {}, cause, current, confirm }: ErrorDetails = {},
  ) {
    super(message, { cause });
    this.hint = hint;
    this.issues = issues;
    this.headers = headers;
    this.current = current;
    this.confirm = confirm;
  }
}

export const notFound = (what: string, hint?: string) =>
  new AppError("not_found", `${what} not found`, hint === undefined ? {} : { hint });

/** 409 that names the field whose value is taken. */
export const taken = (path: string, message: string) =>
  new AppError("conflict", message, { issues: [{ path, message }] });

/**
 * The error that the caller gets for an unexpected one: 507 while the disk is full, 503 while the database is away,
 * else a plain 500.
 */
export function asAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (isDiskFull(error)) {
    return new AppError(
      "insufficient_storage",
      "The server's disk is full. Nothing was stored or deleted, and reading goes on. Try again once its operator has made room.",
      { headers: { "retry-after": "30" }, cause: error },
    );
  }
  if (isDatabaseAway(error)) {
    return new AppError("unavailable", "The database is not reachable right now. Try again in a moment.", {
      headers: { "retry-after": "2" },
      cause: error,
    });
  }
  if (isDatabaseTooSlow(error)) {
    return new AppError("unavailable", "The database takes too long right now. Try again in a moment.", {
      headers: { "retry-after": "5" },
      cause: error,
    });
  }
  const vanished = vanishedParent(error);
  if (vanished) return notFound(vanished);
  return new AppError(
    "internal",
    "Something went wrong on our side. The request id helps to find out what.",
    {
      cause: error,
    },
  );
}

/** By the last word of the table's name. */
const parents: Record<string, string> = {
  teams: "Team",
  projects: "Project",
  users: "User",
  webhooks: "Webhook",
  environments: "Environment",
  groups: "Group",
  flags: "Flag",
  records: "Record",
  releases: "Release",
};

/** The parent that was deleted while something was added to it, by the foreign key that fails (SQLSTATE 23503). */
function vanishedParent(error: unknown): string | undefined {
  for (const each of causesOf(error)) {
    const { code, constraint } = each as { code?: unknown; constraint?: unknown };
    if (code === "23503") return parents[/_([a-z]+)_id_fk$/.exec(String(constraint))?.[1] ?? ""];
  }
  return undefined;
}

function causesOf(error: unknown): Error[] {
  const causes: Error[] = [];
  for (let each = error; each instanceof Error && causes.length < 5; each = each.cause) causes.push(each);
  return causes;
}
