import { readFileSync } from "node:fs";
import { join } from "node:path";
import { readMigrationFiles } from "drizzle-orm/migrator";
import { migrationStatements } from "../migrate";
import { BackupError } from "./backup-error";
import { derivedTables } from "./derived";
import type { Header } from "./format";
import { applyTableChange, readTableChanges } from "./table-changes";

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

type Journal = { entries: { tag: string }[] };

/**
 * The levels that this build knows, oldest first. Their tables are in `tables.json`, which is written with each
 * migration: a new table is part of a backup because it is in the schema.
 */
export function levels(folder: string): Level[] {
  const journal = readFileSync(join(folder, "meta/_journal.json"), "utf8");
  const { entries } = JSON.parse(journal) as Journal;
  const changes = readTableChanges(folder);
  let names: string[] = [];
  return readMigrationFiles({ migrationsFolder: folder }).map((migration, at) => {
    const { tag = "" } = entries[at] ?? {};
    const change = changes[tag];
    if (!change) throw new Error(`${folder}/tables.json has no ${tag}. Run \`npm run db:generate\`.`);
    names = applyTableChange(names, change);
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
