/** A line of Postgres' log: time, process number, severity, text. */
const LINE = /^\S+ \S+ \S+ \[\d+\] (PANIC|FATAL|ERROR|WARNING|LOG):\s+(.*)$/;

/** Failures that are the files' and not the statement's. */
const OF_FILES =
  /could not (open|read|write|extend|fsync|access|create|stat|rename) |invalid page in block|checksum/;

/** Listens to what the engine writes, and keeps what explains its end. */
export class EngineLog {
  readonly #onTrouble: (line: string) => void;
  #last: string | undefined;
  #lastPlain: string | undefined;

  /** @param onTrouble gets each line about files after which the engine goes on, a full disk among them */
  constructor(onTrouble: (line: string) => void) {
    this.#onTrouble = onTrouble;
  }

  /** The last line that explains why the engine ended. */
  get reason(): string | undefined {
    return this.#last;
  }

  /** The last line that is none of the log: what Postgres says before it has read its configuration. */
  get lastPlain(): string | undefined {
    return this.#lastPlain;
  }

  readonly add = (written: string): boolean => {
    // The engine knows the directory by a name of its own.
    const line = written.replaceAll("/pglite/data/", "postgres/");
    const [, severity, text = ""] = LINE.exec(line) ?? [];
    if (severity === undefined && line.startsWith("postgres")) this.#lastPlain = line;
    const isEnd = severity === "PANIC" || severity === "FATAL";
    if (isEnd) this.#last = `${severity}: ${text}`;
    if (severity === "ERROR" && OF_FILES.test(text)) this.#onTrouble(text);
    return true;
  };
}
