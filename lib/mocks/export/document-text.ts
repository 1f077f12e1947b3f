import { AppError } from "@/lib/operations/errors";
import type { Steps } from "@/lib/platform/process/turns";
import { type ExportFormat, exportLimits } from "./contract";

/** A document as it grows. What it may have is counted as it comes, so that too much is never held. */
export class DocumentText {
  readonly #format: ExportFormat;
  readonly #parts: Buffer[] = [];
  #bytes = 0;
  #keptBytes = 0;

  constructor(format: ExportFormat) {
    this.#format = format;
  }

  /** @throws {AppError} `payload_too_large`, as all of these */
  add(text: string): void {
    const part = Buffer.from(text);
    this.#bytes += part.byteLength;
    if (this.#bytes > exportLimits[this.#format].bytesMax) throw tooMuch(this.#format);
    this.#parts.push(part);
  }

  /** A text that is added later, when it is known where. */
  keep(text: string): string {
    this.#keptBytes += Buffer.byteLength(text);
    if (this.#keptBytes > exportLimits[this.#format].bytesMax) throw tooMuch(this.#format);
    return text;
  }

  /** All of it, with turns for others in between: so much memory is not there at once. */
  *bytes(): Steps<Buffer> {
    const all = Buffer.allocUnsafe(this.#bytes);
    let at = 0;
    for (const part of this.#parts) {
      at += part.copy(all, at);
      yield;
    }
    return all;
  }
}

/** @throws {AppError} `payload_too_large` */
export function requireRoom(format: ExportFormat, mocks: number): void {
  if (mocks > exportLimits[format].mocksMax) throw tooMuch(format);
}

function tooMuch(format: ExportFormat): AppError {
  const { bytesMax, mocksMax } = exportLimits[format];
  const most = `${bytesMax / 1024 ** 2} MiB and ${mocksMax} mocks`;
  return new AppError(
    "payload_too_large",
    `A document of ${format} has at most ${most}. Export a selection with mockId, or parts with limit and the cursor of each answer's Link header. A mock that has more by itself can't be in a document.`,
  );
}
