import { createInterface } from "node:readline/promises";
import { text as allText } from "node:stream/consumers";

type Color = "red" | "green" | "yellow" | "blue" | "dim" | "bold";
const codes: Record<Color, [number, number]> = {
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
  blue: [34, 39],
  dim: [2, 22],
  bold: [1, 22],
};

export type Environment = Readonly<Record<string, string | undefined>>;

type Streams = Pick<NodeJS.Process, "stdin" | "stdout" | "stderr">;

/** Characters of a message's line at most. */
const lineMax = 2000;

/** Where the program writes to and asks: results to stdout, everything for people only to stderr. */
export class Terminal {
  readonly #streams: Streams;
  readonly #hasColors: boolean;
  /** Whether results and errors are JSON, for scripts. */
  json = false;

  constructor(streams: Streams, env: Environment) {
    this.#streams = streams;
    const wanted = env.FORCE_COLOR !== undefined && env.FORCE_COLOR !== "0";
    const isDumb = env.NO_COLOR !== undefined && env.NO_COLOR !== "";
    this.#hasColors = !isDumb && (wanted || (streams.stdout.isTTY === true && env.TERM !== "dumb"));
    // A reader that has seen enough, such as `head`, is no failure.
    for (const stream of [streams.stdout, streams.stderr]) {
      stream.on("error", (error: NodeJS.ErrnoException) => {
        if (error.code === "EPIPE") process.exit(0);
      });
    }
  }

  /** Whether somebody can be asked. */
  get isInteractive(): boolean {
    return this.#streams.stdin.isTTY === true && this.#streams.stderr.isTTY === true && !this.json;
  }

  paint(color: Color, text: string): string {
    const [on, off] = codes[color];
    return this.#hasColors ? `\u001b[${on}m${text}\u001b[${off}m` : text;
  }

  /** A line of the result. */
  print(line: string): void {
    this.#streams.stdout.write(`${line}\n`);
  }

  /** A line of the result for scripts. */
  printJson(value: unknown): void {
    this.print(JSON.stringify(value));
  }

  /** A line for people, which scripts don't get. */
  say(line: string): void {
    if (!this.json) this.#streams.stderr.write(`${line}\n`);
  }

  /** The project that the next requests change. Scripts get it too, because a wrong one matters most in a pipeline. */
  target(target: { instance: string; project: string }): void {
    if (this.json) this.event(target);
    else this.say(this.paint("dim", `Project ${plainText(target.project)} at ${target.instance}`));
  }

  /** A line for scripts beside the result. */
  event(value: object): void {
    this.#streams.stderr.write(`${JSON.stringify(value)}\n`);
  }

  /** Replaces the last line where that can be, so that progress does not fill the screen. */
  progress(line: string): void {
    if (this.json || !this.#streams.stderr.isTTY) return;
    this.#streams.stderr.write(`\r\u001b[2K${line}`);
  }

  progressDone(): void {
    if (!this.json && this.#streams.stderr.isTTY) this.#streams.stderr.write("\r\u001b[2K");
  }

  problems(problems: readonly { file: string; path: string; message: string }[]): void {
    for (const { file, path, message } of problems) {
      this.say(`${this.paint("bold", plainText(file))}: ${plainText(`${path} ${message}`.trim(), 600)}`);
    }
  }

  error(kind: string, message: string, details: object = {}): void {
    if (this.json) {
      this.#streams.stderr.write(`${JSON.stringify({ error: message, code: kind, ...details })}\n`);
      return;
    }
    // Messages may name what colleagues called a project or an inbox.
    const lines = message.split("\n").map((line) => plainText(line, lineMax));
    this.#streams.stderr.write(`${this.paint("red", "error")} ${lines.join("\n")}\n`);
  }

  async confirm(question: string): Promise<boolean> {
    const { stdin: input, stderr: output } = this.#streams;
    const lines = createInterface({ input, output });
    // While a line is read, the terminal sends Ctrl-C as a key.
    lines.once("SIGINT", () => {
      output.write("\n");
      process.kill(process.pid, "SIGINT");
    });
    try {
      return /^y(es)?$/i.test((await lines.question(`${question} [y/N] `)).trim());
    } finally {
      lines.close();
    }
  }

  /** Everything that is piped in. */
  piped(): Promise<string> {
    return allText(this.#streams.stdin);
  }
}

/** Text of strangers on one line, without what a terminal would obey. */
export const plainText = (text: string, lengthMax = 200): string =>
  text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, " ").slice(0, lengthMax);
