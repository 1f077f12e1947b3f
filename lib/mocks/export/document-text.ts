import { AppError } from "@/lib/operations/errors";
import { type ExportFormat, exportLimits } from "./contract";

/** A document as it grows. What it may have is counted as it comes, so that too much is never held. */
export class DocumentText {
  readonly #format: ExportFormat;
  readonly #parts: Buffer[] = [];
  #mocks = 0;
  #bytes = 0;
  #keptBytes = 0;

  constructor(format: ExportFormat) {
    this.#format = format;
  }

  /** @throws {AppError} `payload_too_large`, as all of these */
  countMock(): void {
    this.#mocks += 1;
    if (this.#mocks > exportLimits[this.#format].mocksMax) throw tooMuch(this.#format);
  }

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

  bytes(): Buffer {
    return Buffer.concat(this.#parts);
  }
}

function tooMuch(format: ExportFormat): AppError {
  const { bytesMax, mocksMax } = exportLimits[format];
  const most = `${bytesMax / 1024 ** 2} MiB and ${mocksMax} mocks`;
  return new AppError(
    "payload_too_large",
    `A document of ${format} has at most ${most}. Export a selection with mockId, or parts with limit and the cursor of each answer's Link header.`,
  );
}

/** Longer ones, in characters, are on one line: nobody reads them, and to indent them takes time. */
const readableMax = 64 * 1024;
/** What lines may make of it: deep nesting makes a text many times longer. */
const indentedMax = 4 * readableMax;

/** JSON as it stands inside of a document, so many levels deep. */
export function indented(value: unknown, level: number): string {
  const line = JSON.stringify(value);
  if (line.length > readableMax) return line;
  const text = JSON.stringify(value, null, 2);
  if (text.length > indentedMax) return line;
  // A line break in a JSON text is never part of a string.
  return text.replaceAll("\n", `\n${"  ".repeat(level)}`);
}
