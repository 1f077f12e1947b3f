import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { stateFolder, writePrivately } from "../profiles";
import type { Environment } from "../terminal";

type Of = { url: string; inboxId: string; target: string };

/** How far an inbox has been handed to a target, kept on disk. */
export class Position {
  readonly #file: string;
  readonly #of: Of;

  constructor(env: Environment, of: Of) {
    const name = createHash("sha256")
      .update(JSON.stringify([of.url, of.inboxId, of.target]))
      .digest("hex");
    this.#file = join(stateFolder(env), "positions", `${name.slice(0, 32)}.json`);
    this.#of = of;
  }

  /** The sequence of the last capture that was dealt with, if there is one. */
  read(): number | undefined {
    try {
      const { sequence } = JSON.parse(readFileSync(this.#file, "utf8")) as { sequence?: unknown };
      return Number.isSafeInteger(sequence) ? (sequence as number) : undefined;
    } catch {
      return undefined;
    }
  }

  /** Whole or not at all, before the next capture is touched, so that a killed process repeats one at most. */
  write(sequence: number): void {
    writePrivately(this.#file, `${JSON.stringify({ ...this.#of, sequence })}\n`);
  }
}
