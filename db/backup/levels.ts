import { readFileSync } from "node:fs";
import { join } from "node:path";
import { readMigrationFiles } from "drizzle-orm/migrator";
import { migrationStatements } from "../migrate";
import { BackupError } from "./backup-error";
import { derivedTables } from "./derived";
import type { Header } from "./format";

/** The schema after a migration. */
export type Level = {
  /** The migration's number in `fieldkit_migrations`, which grows. */
  when: number;
  tag: string;
  /** Every table of ours at this level, but those that are derived, and the one that lists migrations. */
  tables: string[];
  /** Those that are made of the others. */
  derived: string[];
  /** What leads here from the level before. */
  statements: string[];
};

type Journal = { entries: { idx: number; when: number; tag: string }[] };
type Snapshot = { tables: Record<string, { name: string }> };

const json = <T>(...path: string[]): T => JSON.parse(readFileSync(join(...path), "utf8")) as T;

/**
 * The levels that this build knows, oldest first. Their tables are those of drizzle-kit's snapshots, which it writes
 * beside each migration: a new table is part of a backup because it is in the schema.
 */
export function levels(folder: string): Level[] {
  const { entries } = json<Journal>(folder, "meta/_journal.json");
  return readMigrationFiles({ migrationsFolder: folder }).map((migration, at) => {
    const { idx = at, tag = "" } = entries[at] ?? {};
    const snapshot = json<Snapshot>(folder, "meta", `${String(idx).padStart(4, "0")}_snapshot.json`);
    const names = Object.values(snapshot.tables)
      .map(({ name }) => name)
      .sort();
    return {
      when: migration.folderMillis,
      tag,
      tables: names.filter((name) => !derivedTables.includes(name)),
      derived: names.filter((name) => derivedTables.includes(name)),
      statements: migrationStatements(migration),
    };
  });
}

/**
 * The level of a backup, if this build can restore it.
 * @throws {BackupError}
 */
export function levelOf(header: Header, known: readonly Level[]): Level {
  const level = known.find(({ when }) => when === header.level.when);
  if (!level) {
    const isNewer = header.level.when > (known.at(-1)?.when ?? 0);
    throw new BackupError(
      isNewer
        ? `The backup was made by a newer version of Fieldkit (schema ${header.level.tag}). Restore it with that version or a later one.`
        : `The backup is of a schema that this version of Fieldkit does not know (${header.level.tag}).`,
    );
  }
  const named = header.tables.map(({ name }) => name);
  const missing = level.tables.filter((table) => !named.includes(table));
  const unknown = named.filter((table) => !level.tables.includes(table));
  if (missing.length + unknown.length > 0 || new Set(named).size !== named.length) {
    throw new BackupError(
      `The backup does not have the tables of its schema (${[...missing, ...unknown].join(", ")}).`,
    );
  }
  return level;
}
