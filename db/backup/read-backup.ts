import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { BackupError } from "./backup-error";
import { EndLine, formatVersion, Header, TableLine } from "./format";
import type { Row } from "./session";

/** Some rows of one table, in the order of the file. */
export type Rows = { table: string; rows: Row[] };

/** Longer lines are none of ours: a row has at most a capture or a file, and texts beside it. */
const lineBytesMax = 400 * 1024 * 1024;

/**
 * Reads a backup as a stream: the header first, then its rows. It returns only when the file is whole: digest, end and
 * every number of rows are right.
 * @throws {BackupError} when the file is missing, damaged, cut short, or of a newer format
 */
export async function* readBackup(path: string): AsyncGenerator<Header | Rows, void> {
  const file = createReadStream(path);
  const lines = createGunzip({ chunkSize: 256 * 1024 });
  // Its errors come out of the loop below, because it destroys the last stream with them.
  const read = pipeline(file, lines).catch(() => {});
  const content = new Content();
  try {
    for await (const some of linesOf(lines)) yield* content.take(some);
  } catch (error) {
    throw problemOf(error, path);
  } finally {
    lines.destroy();
    await read;
  }
  content.end();
}

/** Reads all of a file without keeping it, for what `readBackup` throws, and for its header. */
export async function verifyBackup(path: string): Promise<Header> {
  let header: Header | undefined;
  for await (const part of readBackup(path)) if (isHeader(part)) header = part;
  if (!header) throw new BackupError(cutShort);
  return header;
}

export const isHeader = (part: Header | Rows): part is Header => "fieldkitBackup" in part;

const damaged = "The backup is damaged: it is not as it was written. Take another one.";
const cutShort = "The backup is cut short: its end is missing. Copy it again, or take another one.";

function problemOf(error: unknown, path: string): unknown {
  const { code } = Object(error) as { code?: unknown };
  if (code === "ENOENT") return new BackupError(`There is no file ${path}.`);
  if (code === "EISDIR" || code === "EACCES") return new BackupError(`${path} can't be read (${code}).`);
  if (code === "Z_BUF_ERROR") return new BackupError(cutShort);
  if (String(code).startsWith("Z_")) {
    const isOther = /incorrect header check/.test((error as Error).message);
    return new BackupError(isOther ? `${path} is no backup of Fieldkit, or it is damaged.` : damaged);
  }
  return error;
}

/** Lines without their ends, as many at a time as are there. */
async function* linesOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer[]> {
  let begun: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of chunks) {
    const lines: Buffer[] = [];
    let from = 0;
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, from)) {
      const end = chunk.subarray(from, at);
      lines.push(begun.length === 0 ? end : Buffer.concat([...begun, end]));
      begun = [];
      bytes = 0;
      from = at + 1;
    }
    if (from < chunk.length) begun.push(chunk.subarray(from));
    bytes += chunk.length - from;
    if (bytes > lineBytesMax) throw new BackupError(damaged);
    if (lines.length > 0) yield lines;
  }
  if (bytes > 0) throw new BackupError(cutShort);
}

/** Understands lines, and holds them against the header. */
class Content {
  readonly #digest = createHash("sha256");
  readonly #left = new Map<string, number>();
  readonly #columns = new Map<string, number>();
  #header: Header | undefined;
  #table = "";
  #isWhole = false;

  *take(lines: readonly Buffer[]): Generator<Header | Rows> {
    let rows: Row[] = [];
    for (const line of lines) {
      if (this.#isWhole) throw new BackupError(damaged);
      if (this.#header && line[0] === 0x5b) {
        this.#digestLine(line);
        rows.push(this.#row(line));
        continue;
      }
      if (rows.length > 0) yield { table: this.#table, rows };
      rows = [];
      if (this.#header) this.#control(line);
      else yield this.#begin(line);
    }
    if (rows.length > 0) yield { table: this.#table, rows };
  }

  end(): void {
    if (!this.#isWhole) throw new BackupError(cutShort);
  }

  #digestLine(line: Buffer): void {
    this.#digest.update(line).update("\n");
  }

  #begin(line: Buffer): Header {
    const value = parsed(line);
    const version = (Object(value) as { fieldkitBackup?: unknown }).fieldkitBackup;
    if (version === undefined) throw new BackupError("The file is no backup of Fieldkit.");
    if (typeof version === "number" && version > formatVersion) {
      throw new BackupError(
        "The backup was made by a newer version of Fieldkit. Restore it with that version.",
      );
    }
    const header = Header.safeParse(value);
    if (!header.success) throw new BackupError(damaged);
    this.#header = header.data;
    for (const { name, rows, columns } of header.data.tables) {
      this.#left.set(name, rows);
      this.#columns.set(name, columns.length);
    }
    this.#digestLine(line);
    return header.data;
  }

  #row(line: Buffer): Row {
    const row = parsed(line);
    const left = (this.#left.get(this.#table) ?? 0) - 1;
    this.#left.set(this.#table, left);
    if (left < 0 || !isRow(row) || row.length !== this.#columns.get(this.#table))
      throw new BackupError(damaged);
    return row;
  }

  #control(line: Buffer): void {
    const value = parsed(line);
    const end = EndLine.safeParse(value);
    if (end.success) {
      const isComplete = [...this.#left.values()].every((left) => left === 0);
      if (!isComplete || end.data.end.sha256 !== this.#digest.digest("hex")) throw new BackupError(damaged);
      this.#isWhole = true;
      return;
    }
    const next = TableLine.safeParse(value);
    if (!next.success || !this.#left.has(next.data.table)) throw new BackupError(damaged);
    this.#table = next.data.table;
    this.#digestLine(line);
  }
}

function parsed(line: Buffer): unknown {
  try {
    return JSON.parse(line.toString("utf8"));
  } catch {
    throw new BackupError(damaged);
  }
}

const isRow = (value: unknown): value is Row =>
  Array.isArray(value) && value.every((each) => each === null || typeof each === "string");
