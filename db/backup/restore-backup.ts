import { latestMigration, migrationLock, migrationsFolder } from "../migrate";
import { quickName } from "../quick-name";
import { BackupError } from "./backup-error";
import { countOf, hasTable } from "./catalog";
import { besideTables } from "./derived";
import type { Header } from "./format";
import { type Level, levels } from "./levels";
import { loadBackup } from "./load-backup";
import { explained, inTransaction, quoted, type Session } from "./session";

export type RestoreOptions = {
  /** Whether what the target holds may be deleted. */
  replace: boolean;
  /** Told what the target holds before it is deleted. */
  onReplace?(held: readonly Held[]): void;
  onProgress?(done: number, total: number): void;
  folder?: string;
};

/** A table of the target that has rows. */
export type Held = { table: string; rows: number };

/**
 * Replaces everything of ours in the database by what a backup holds, and brings it to this build's schema: the tables
 * are made anew at the backup's level, filled, and migrated from there. All of it is one transaction, so that the
 * database is as before whenever this does not return.
 * @param file that was verified; it is held against its digest once more
 * @throws {BackupError}
 */
export async function restoreBackup(
  session: Session,
  file: string,
  options: RestoreOptions,
): Promise<Header> {
  const known = levels(options.folder ?? migrationsFolder());
  try {
    return await inTransaction(session, "", async () => {
      await beAlone(session);
      await clear(session, known, options);
      return await loadBackup(session, file, known, options.onProgress);
    });
  } catch (error) {
    throw explained(error);
  }
}

/** Nobody migrates meanwhile, which starting processes do first, and nobody serves what is about to change. */
async function beAlone(session: Session): Promise<void> {
  const [[locked] = []] = await session.query(`select pg_try_advisory_xact_lock(${migrationLock})`);
  if (locked !== "t") {
    throw new BackupError(
      "Another process is starting on this database or restoring it. Try again when it is done.",
    );
  }
  const [[others] = []] = await session.query(
    `select count(*) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and application_name in ('fieldkit', $1)`,
    [quickName],
  );
  if (Number(others) > 0) {
    throw new BackupError(`Fieldkit runs on this database (${others} connections). Stop it, then restore.`);
  }
}

/** Drops every table of ours, once it is clear that they are, and that nothing is lost that may not be. */
async function clear(
  session: Session,
  known: readonly Level[],
  { replace, onReplace }: RestoreOptions,
): Promise<void> {
  const { tables, derived } = await ownTables(session, known);
  if (tables.length === 0) return;
  const held: Held[] = [];
  for (const table of tables) {
    const rows = await countOf(session, table);
    if (rows > 0) held.push({ table, rows });
  }
  if (held.length > 0 && !replace) {
    throw new BackupError(
      `The database is not empty: it holds ${listed(held)}. --replace deletes all of that and puts the backup in its place.`,
    );
  }
  if (held.length > 0) onReplace?.(held);
  await session.query(`drop table ${[...tables, ...derived, "fieldkit_migrations"].map(quoted).join(", ")}`);
  const { sequences, functions } = besideTables;
  for (const name of sequences) await session.query(`drop sequence if exists ${quoted(name)}`);
  for (const name of functions) await session.query(`drop function if exists ${quoted(name)}`);
}

const nothing = { tables: [], derived: [] };

export const listed = (held: readonly Held[]): string =>
  held.map(({ table, rows }) => `${rows} of ${table}`).join(", ");

async function ownTables(
  session: Session,
  known: readonly Level[],
): Promise<Pick<Level, "tables" | "derived">> {
  if (!(await hasTable(session, "fieldkit_migrations"))) {
    for (const table of known.at(-1)?.tables ?? []) {
      if (await hasTable(session, table)) {
        throw new BackupError(
          `The database has a table ${table} of something else. Restore into a database of its own.`,
        );
      }
    }
    return nothing;
  }
  const [[latest] = []] = await session.query(latestMigration);
  const level = known.find(({ when }) => when === Number(latest));
  if (level || latest == null) return level ?? nothing;
  throw new BackupError(
    "The database was written by another version of Fieldkit, whose tables this one does not know. Restore with that version, or into an empty database.",
  );
}
