/** How the program ends, which scripts may rely on. */
export const exitCodes = {
  done: 0,
  /** Something failed, or `--check` found a difference. */
  failed: 1,
  /** The arguments or the environment are wrong. */
  usage: 2,
  /** No key, an expired or revoked one, or one without access. */
  refused: 3,
  /** There is nothing of that name. */
  notFound: 4,
  /** The instance did not respond, or another server did. */
  unreachable: 5,
  /** Requests were missed, with `--fail-on-missed`. */
  missed: 6,
  /** Ctrl-C, as shells count it. */
  interrupted: 130,
} as const;

export type FailureKind = Exclude<keyof typeof exitCodes, "done">;

/** An expected failure: one line that says what to do. */
export class Failure extends Error {
  override readonly name = "Failure";

  constructor(
    readonly kind: FailureKind,
    message: string,
  ) {
    super(message);
  }
}

/** A key without the scope that a request needs. */
export class ScopeFailure extends Failure {
  constructor(
    /** What the instance says: the scopes of the request, and those of the key. */
    readonly hint: string,
    readonly advice: string,
  ) {
    super("refused", `${hint} ${advice}`);
  }

  /** The same for a whole command, whose first request may need less than the others. */
  of(command: string, scopes: readonly string[]): Failure {
    const [, has = ""] = / (This key has .*)$/.exec(this.hint) ?? [];
    const list = new Intl.ListFormat("en", { type: "disjunction" }).format(scopes);
    const needs = `fieldkit ${command} needs a key with the scope ${list}.`;
    return new Failure("refused", [needs, has, this.advice].filter(Boolean).join(" "));
  }
}

/** Files that can't be used, with each problem. */
export class FileFailure extends Failure {
  constructor(
    readonly problems: readonly { file: string; path: string; message: string }[],
    consequence: string,
  ) {
    const files = new Set(problems.map(({ file }) => file)).size;
    super("failed", `${counted(problems.length, "problem")} in ${counted(files, "file")}. ${consequence}`);
  }
}

export const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? "" : "s"}`;

export const interrupted = () => new Failure("interrupted", "Interrupted.");

export const usage = (message: string) => new Failure("usage", message);

/** The message of anything that was thrown, in one line. */
export function messageOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.split("\n", 1)[0]?.trim() || "Something failed.";
}
