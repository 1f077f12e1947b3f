import { existsSync } from "node:fs";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { readMigrationFiles } from "drizzle-orm/migrator";
import type { Connection, Database } from "./client";

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
 * Brings the schema up to date, one process at a time. Each migration is one transaction.
 * @throws {SchemaTooNewError} when the database has migrations that this build does not know.
 */
export async function migrate(database: Database, folder = migrationsFolder()): Promise<void> {
  const migrations = readMigrationFiles({ migrationsFolder: folder });
  await database.exclusively(async (connection) => {
    await connection.query(`select pg_advisory_lock(${migrationLock})`);
    try {
      await apply(connection, migrations);
    } finally {
      await connection.query(`select pg_advisory_unlock(${migrationLock})`);
    }
  });
}

/** True when every migration of this build has been applied. */
export async function isMigrated(database: Database, folder = migrationsFolder()): Promise<boolean> {
  const known = readMigrationFiles({ migrationsFolder: folder }).at(-1)?.folderMillis ?? 0;
  const [row] = await database.query(latestMigration);
  return Number(row?.latest) === known;
}

type Migration = ReturnType<typeof readMigrationFiles>[number];

/** What applies a migration and notes that it was; all of it belongs into one transaction. */
export const migrationStatements = ({ sql: statements, folderMillis, hash }: Migration): string[] => [
  ...statements,
  `insert into fieldkit_migrations (created_at, hash) values (${folderMillis}, '${hash}')`,
];

async function apply({ db, query }: Connection, migrations: Migration[]): Promise<void> {
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
    await db.transaction(async (tx) => {
      for (const statement of migrationStatements(migration)) await tx.execute(sql.raw(statement));
    });
  }
}

/** Where the migrations of this build are. */
export function migrationsFolder(): string {
  const folder = join(/* turbopackIgnore: true */ process.cwd(), "drizzle");
  if (!existsSync(folder)) throw new Error(`The migrations are missing: no folder ${folder}`);
  return folder;
}
