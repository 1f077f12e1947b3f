import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** The tables that a migration adds and removes. */
export type TableChange = { added?: string[]; removed?: string[] };

const fileIn = (folder: string): string => join(folder, "tables.json");

/** By the migrations' tags, oldest first. */
export function readTableChanges(folder: string): Record<string, TableChange> {
  return JSON.parse(readFileSync(fileIn(folder), "utf8")) as Record<string, TableChange>;
}

/** Writes one line per migration, so that a new migration is one new line in a diff. */
export function writeTableChanges(folder: string, changes: Record<string, TableChange>): void {
  const lines = Object.entries(changes).map(([tag, change]) => `  "${tag}": ${JSON.stringify(change)}`);
  writeFileSync(fileIn(folder), `{\n${lines.join(",\n")}\n}\n`);
}

/** The tables after a migration, given those before it. */
export function applyTableChange(
  before: readonly string[],
  { added = [], removed = [] }: TableChange,
): string[] {
  return [...before.filter((table) => !removed.includes(table)), ...added].sort();
}
