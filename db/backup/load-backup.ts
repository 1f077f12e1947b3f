import { createMigrationsTable } from "../migrate";
import { BackupError } from "./backup-error";
import { columnsOf, countOf, foreignKeysOf } from "./catalog";
import { type Header, rowsIn, type TableHeader } from "./format";
import { type Filling, startFilling } from "./insert-rows";
import { type Level, levelOf } from "./levels";
import { isHeader, readBackup } from "./read-backup";
import { quoted, type Session } from "./session";

/**
 * Makes the tables at the backup's level, fills them, and migrates them to the newest level. The caller's transaction
 * is around it.
 */
export async function loadBackup(
  session: Session,
  file: string,
  known: readonly Level[],
  onProgress?: (done: number, total: number) => void,
): Promise<Header> {
  let finish: (() => Promise<Header>) | undefined;
  const tables = new Map<string, TableHeader>();
  let filling: { table: string; rows: Filling } | undefined;
  let done = 0;
  let total = 0;
  for await (const part of readBackup(file)) {
    if (isHeader(part)) {
      total = rowsIn(part);
      finish = await prepare(session, part, known);
      for (const table of part.tables) tables.set(table.name, table);
      continue;
    }
    if (filling?.table !== part.table) {
      await filling?.rows.end();
      filling = { table: part.table, rows: await fillingOf(session, tables.get(part.table)) };
    }
    await filling.rows.add(part.rows);
    done += part.rows.length;
    onProgress?.(done, total);
  }
  await filling?.rows.end();
  if (!finish) throw new BackupError("The backup is empty.");
  return finish();
}

/** Makes the tables; returns what is to be done once they are filled. */
async function prepare(
  session: Session,
  header: Header,
  known: readonly Level[],
): Promise<() => Promise<Header>> {
  const level = levelOf(header, known);
  await session.query(createMigrationsTable);
  await migrate(
    session,
    known.filter(({ when }) => when <= level.when),
  );
  const keys = await foreignKeysOf(session, level.tables);
  // Checked once at the end instead of row by row: tables may come in any order and refer to themselves.
  for (const { table, name } of keys) {
    await session.query(`alter table ${quoted(table)} drop constraint ${quoted(name)}`);
  }
  return async () => {
    for (const table of header.tables) {
      await continueSequences(session, table);
      // The planner would take a full table for an empty one, in the checks that follow and after the start.
      await session.query(`analyze ${quoted(table.name)}`);
    }
    for (const { table, name, definition } of keys) {
      await session.query(`alter table ${quoted(table)} add constraint ${quoted(name)} ${definition}`);
    }
    await compareCounts(session, header);
    // A migration can't alter a table whose deferred triggers are still to run.
    await session.query("set constraints all immediate");
    await migrate(
      session,
      known.filter(({ when }) => when > level.when),
    );
    return header;
  };
}

async function migrate(session: Session, steps: readonly Level[]): Promise<void> {
  for (const { statements } of steps) for (const statement of statements) await session.query(statement);
}

/** Names of columns become SQL, so each has to be a column of the table, and none may be left out. */
async function fillingOf(session: Session, table: TableHeader | undefined): Promise<Filling> {
  if (!table) throw new BackupError("The backup has rows of a table that it does not name.");
  const columns = (await columnsOf(session, table.name)).filter(({ isGenerated }) => !isGenerated);
  const types = table.columns.map((name) => columns.find((each) => each.name === name)?.type);
  const known = types.filter((type) => type !== undefined);
  if (known.length === columns.length && new Set(table.columns).size === columns.length) {
    return startFilling(session, { ...table, types: known });
  }
  throw new BackupError(`The backup's table ${table.name} does not have the columns of its schema.`);
}

async function continueSequences(session: Session, { name, sequences }: TableHeader): Promise<void> {
  for (const { name: column, sequence } of await columnsOf(session, name)) {
    const state = sequence ? sequences[column] : undefined;
    if (!sequence || !state) continue;
    await session.query("select setval($1::regclass, $2::bigint, $3::boolean)", [
      sequence,
      state.last,
      String(state.isCalled),
    ]);
  }
}

async function compareCounts(session: Session, { tables }: Header): Promise<void> {
  for (const { name, rows } of tables) {
    const found = await countOf(session, name);
    if (found === rows) continue;
    throw new BackupError(
      `The table ${name} has ${found} rows after the restore, and ${rows} in the backup.`,
    );
  }
}
