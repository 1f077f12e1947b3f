import { write, writeSync } from "node:fs";
import { requestLines } from "@/lib/platform/budgets/budgets";
import { log } from "@/lib/platform/log/log";
import { singleton } from "@/lib/platform/singleton";

const counts = () => singleton("request lines", () => ({ dropped: 0 }));

/** How many lines about requests were dropped so far. */
export const linesDropped = (): number => counts().dropped;

/**
 * Standard output for lines of which there are many. They are written together and in the background; those that nobody
 * takes in time are dropped and counted, so that a log that is not read holds no request up.
 */
export class LineOutput {
  readonly #fd: number;
  #waiting: string[] = [];
  #waitingLength = 0;
  #isWriting = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(fd = 1) {
    this.#fd = fd;
    process.once("exit", () => this.#writeRest());
  }

  /** @param line without its end */
  write(line: string): void {
    const { waitingBytesMax, togetherBytes, everyMs } = requestLines;
    if (this.#waitingLength + line.length > waitingBytesMax) {
      counts().dropped += 1;
      log().warn("lines about requests are dropped, because standard output is not read fast enough");
      return;
    }
    this.#waiting.push(line);
    this.#waitingLength += line.length + 1;
    if (this.#waitingLength >= togetherBytes) this.#flush();
    else this.#timer ??= setTimeout(() => this.#flush(), everyMs).unref();
  }

  #flush(): void {
    if (this.#isWriting || this.#waiting.length === 0) return;
    this.#isWriting = true;
    this.#send(this.#take());
  }

  #take(): Buffer {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const lines = this.#waiting;
    this.#waiting = [];
    this.#waitingLength = 0;
    return Buffer.from(lines.length === 0 ? "" : `${lines.join("\n")}\n`);
  }

  /** Writes all of it, however much is taken at a time. */
  #send(bytes: Buffer): void {
    write(this.#fd, bytes, (error: NodeJS.ErrnoException | null, written: number) => {
      const isFull = error?.code === "EAGAIN";
      if (error && !isFull) log().warn({ err: error }, "lines about requests could not be written");
      const rest = error && !isFull ? bytes.subarray(0, 0) : bytes.subarray(error ? 0 : written);
      if (rest.length === 0) this.#sent();
      else if (isFull) setTimeout(() => this.#send(rest), requestLines.everyMs).unref();
      else this.#send(rest);
    });
  }

  #sent(): void {
    this.#isWriting = false;
    if (this.#waitingLength >= requestLines.togetherBytes) this.#flush();
    else if (this.#waiting.length > 0)
      this.#timer ??= setTimeout(() => this.#flush(), requestLines.everyMs).unref();
  }

  /** At the end of the process. Not while a write hangs: to wait for a reader that has gone would keep it from ending. */
  #writeRest(): void {
    if (this.#isWriting && this.#waitingLength > requestLines.togetherBytes) return;
    try {
      writeSync(this.#fd, this.#take());
    } catch {
      // Nobody reads them any more.
    }
  }
}
