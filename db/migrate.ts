import { existsSync } from "node:fs";
import { join } from "node:path";
import { readMigrationFiles } from "drizzle-orm/migrator";
import journal from "../drizzle/meta/_journal.json" with { type: "json" };
import type { Connection, Database } from "./client";
import { DatabaseUnreachable } from "./database-unreachable";

/** An arbitrary constant on which all processes that migrate one database agree. */
export const migrationLock = 7_358_201;

export const createMigrationsTable =
  "create table if not exists fieldkit_migrations (created_at bigint primary key, hash text not null, applied_at timestamptz not null default now())";

/** Of the newest migration that was applied; null before the first. */
export const latestMigration = "select max(created_at)::bigint as latest from fieldkit_migrations";

/** The schema in the database is newer than this build: starting would damage it. */
export class SchemaTooNewError extends Error {
  override readonly name = "SchemaTooNewError";
}

/**
 * Brings the schema up to date, one process at a time, all in one transaction. The lock is the transaction's, not the session's:
 * a pooler that lends connections for a transaction would keep the latter, and let nobody migrate again.
 * @throws {SchemaTooNewError} when the database has migrations that this build does not know.
 */
export async function migrate(database: Database, folder = migrationsFolder()): Promise<void> {
  const migrations = readMigrationFiles({ migrationsFolder: folder });
  await database.exclusively(({ db, query }) =>
    db.transaction(async () => {
      await query(`select pg_advisory_xact_lock(${migrationLock})`);
      await apply(query, migrations);
    }),
  );
}

/** True when every migration of this build has been applied, and no other. It needs no file of them. */
export async function isMigrated(database: Database): Promise<boolean> {
  const [row] = await database.query(latestMigration);
  return Number(row?.latest) === newestMigration;
}

const newestMigration = journal.entries.at(-1)?.when ?? 0;

/** The schema is not this build's, and this process may not change it. It can't be used until somebody does. */
export class NotMigratedError extends DatabaseUnreachable {}

/**
 * For processes that start too often to migrate: makes sure that somebody has.
 * @throws {NotMigratedError} when the schema is not this build's, with what to do about it
 */
export async function requireMigrated(database: Database): Promise<void> {
  const [table] = await database.query("select to_regclass('fieldkit_migrations') is not null as exists");
  const [row] = table?.exists ? await database.query(latestMigration) : [];
  const latest = Number(row?.latest ?? 0);
  if (latest === newestMigration) return;
  throw new NotMigratedError(
    latest < newestMigration
      ? "The database has not been migrated for this version: run `npm run migrate` with its DATABASE_URL"
      : "The database was migrated by a newer version of Fieldkit: run that version",
  );
}

type Migration = ReturnType<typeof readMigrationFiles>[number];

/** What applies a migration and notes that it was; all of it belongs into one transaction. */
export const migrationStatements = ({ sql: statements, folderMillis, hash }: Migration): string[] => [
  ...statements,
  `insert into fieldkit_migrations (created_at, hash) values (${folderMillis}, '${hash}')`,
];

async function apply(query: Connection["query"], migrations: Migration[]): Promise<void> {
  // Asked first, because a database whose disk is full refuses the statement also where it does nothing.
  const [known] = await query("select to_regclass('fieldkit_migrations') is not null as exists");
  if (!known?.exists) await query(createMigrationsTable);
  const [row] = await query(latestMigration);
  const latest = row?.latest == null ? 0 : Number(row.latest);
  if (latest > (migrations.at(-1)?.folderMillis ?? 0)) {
    throw new SchemaTooNewError(
      "The database was written by a newer version of Fieldkit. Start that version, or point DATABASE_URL or DATA_DIR elsewhere.",
    );
  }
  for (const migration of migrations.filter((each) => each.folderMillis > latest)) {
    for (const statement of migrationStatements(migration)) await query(statement);
  }
}

/** Where the migrations of this build are. */
export function migrationsFolder(): string {
  const folder = join(/* turbopackIgnore: true */ process.cwd(), "drizzle");
  if (!existsSync(folder)) throw new Error(`The migrations are missing: no folder ${folder}`);
  return folder;
}
