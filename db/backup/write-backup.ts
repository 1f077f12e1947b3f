import { createHash } from "node:crypto";
import { Readable, type Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { latestMigration, migrationsFolder } from "../migrate";
import { BackupError } from "./backup-error";
import { type Column, columnsOf, countOf, hasTable, type SequenceState, sequenceState } from "./catalog";
import { formatVersion, type Header, rowsIn, type TableHeader } from "./format";
import { type Level, levels } from "./levels";
import { explained, inTransaction, quoted, type Row, type Session } from "./session";

export type WriteOptions = {
  kind: Header["source"]["kind"];
  secret: Header["secret"];
  now: Date;
  /** Told of how many of all rows are written. */
  onProgress?(done: number, total: number): void;
  signal?: AbortSignal;
  folder?: string;
};

/**
 * Writes everything that one moment's database holds, and ends `out`. Holds some MiB in memory, or a row where one is
 * larger.
 * @throws {BackupError}
 */
export async function writeBackup(
  session: Session,
  out: Writable,
  { kind, secret, now, onProgress, signal, folder = migrationsFolder() }: WriteOptions,
): Promise<Header> {
  try {
    return await inTransaction(session, "isolation level repeatable read, read only", async () => {
      const level = await levelOf(session, levels(folder));
      const [[server = ""] = []] = await session.query("show server_version");
      const tables: TableHeader[] = [];
      for (const name of level.tables) tables.push(await tableHeader(session, name));
      const header: Header = {
        fieldkitBackup: formatVersion,
        createdAt: now.toISOString(),
        level: { when: level.when, tag: level.tag },
        source: { kind, server: server ?? "" },
        secret,
        tables,
      };
      // In pieces of up to 8 MiB, of which none should wait here.
      const pieces = Readable.from(piecesOf(session, header, onProgress), { highWaterMark: 1 });
      await pipeline(pieces, createGzip({ level: 4 }), out, { ...(signal && { signal }) });
      return header;
    });
  } catch (error) {
    throw explained(error);
  }
}

async function levelOf(session: Session, known: readonly Level[]): Promise<Level> {
  if (!(await hasTable(session, "fieldkit_migrations"))) {
    throw new BackupError("The database has no data of Fieldkit. Check DATABASE_URL or DATA_DIR.");
  }
  const [[latest] = []] = await session.query(latestMigration);
  const level = known.find(({ when }) => when === Number(latest));
  if (level) return level;
  throw new BackupError(
    "The database was written by another version of Fieldkit, whose tables this one does not know. Back it up with that version.",
  );
}

const written = (columns: readonly Column[]) => columns.filter(({ isGenerated }) => !isGenerated);

async function tableHeader(session: Session, name: string): Promise<TableHeader> {
  const columns = written(await columnsOf(session, name));
  const sequences: Record<string, SequenceState> = {};
  for (const { name: column, sequence } of columns) {
    if (sequence) sequences[column] = await sequenceState(session, sequence);
  }
  return { name, columns: columns.map((each) => each.name), rows: await countOf(session, name), sequences };
}

async function* piecesOf(
  session: Session,
  header: Header,
  onProgress: WriteOptions["onProgress"],
): AsyncGenerator<Buffer> {
  const digest = createHash("sha256");
  const piece = (lines: readonly unknown[]): Buffer => {
    const bytes = Buffer.from(lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
    digest.update(bytes);
    return bytes;
  };
  const total = rowsIn(header);
  let done = 0;
  yield piece([header]);
  for (const { name } of header.tables) {
    yield piece([{ table: name }]);
    for await (const rows of rowsOf(session, name)) {
      yield piece(rows);
      done += rows.length;
      onProgress?.(done, total);
    }
  }
  yield Buffer.from(`${JSON.stringify({ end: { sha256: digest.digest("hex") } })}\n`);
}

/** Rows of up to so many bytes are asked for so many at a time, so that no answer has more than some 8 MiB. */
const classes = [
  { below: 8 * 1024, rows: 1000 },
  { below: 128 * 1024, rows: 60 },
  { below: Number.MAX_SAFE_INTEGER, rows: 1 },
] as const;

async function* rowsOf(session: Session, table: string): AsyncGenerator<Row[]> {
  const columns = written(await columnsOf(session, table));
  const size = sizeOf(columns);
  const [[largest] = []] = await session.query(`select coalesce(max(${size}), 0) from ${quoted(table)}`);
  const list = columns.map(({ name }) => quoted(name)).join(", ");
  let from = 0;
  for (const { below, rows } of classes) {
    if (from > Number(largest)) return;
    // Where the smallest class has them all, the size of each need not be asked for again.
    const some =
      Number(largest) < below && from === 0 ? "" : ` where ${size} >= ${from} and ${size} < ${below}`;
    yield* fetched(session, `select ${list} from ${quoted(table)}${some}`, rows);
    from = below;
  }
}

/** An expression for the bytes of a row as text. For texts and bytes Postgres knows them without reading the value. */
function sizeOf(columns: readonly Column[]): string {
  const parts = columns.flatMap(({ name, type, length }) => {
    if (length !== undefined) return [];
    if (type === "bytea") return [`2 * octet_length(${quoted(name)})::bigint`];
    return [`octet_length(${quoted(name)}${type === "text" ? "" : "::text"})::bigint`];
  });
  return [...parts.map((part) => `coalesce(${part}, 0)`), "0::bigint"].join(" + ");
}

async function* fetched(session: Session, select: string, count: number): AsyncGenerator<Row[]> {
  await session.query(`declare fieldkit_rows no scroll cursor for ${select}`);
  for (;;) {
    const rows = await session.query(`fetch forward ${count} from fieldkit_rows`);
    if (rows.length > 0) yield rows;
    if (rows.length < count) break;
  }
  await session.query("close fieldkit_rows");
}
