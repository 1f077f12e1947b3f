import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { applyTableChange, readTableChanges, type TableChange, writeTableChanges } from "./table-changes";

type Journal = { entries: { idx: number; tag: string }[] };
type Snapshot = { tables: Record<string, { name: string }> };

const json = <T>(path: string): T => JSON.parse(readFileSync(path, "utf8")) as T;

export const snapshotName = (idx: number): string => `${String(idx).padStart(4, "0")}_snapshot.json`;

/**
 * Adds new migrations to `tables.json`, then deletes every snapshot but the newest, which is all that drizzle-kit reads.
 * The newest migration is recorded again each time, because it may have been generated again.
 */
export function recordTables(folder: string): void {
  const { entries } = json<Journal>(join(folder, "meta/_journal.json"));
  const known = readTableChanges(folder);
  const recorded: Record<string, TableChange> = {};
  let tables: string[] = [];
  for (const { idx, tag } of entries) {
    const change = known[tag];
    const isOlder = idx !== entries.at(-1)?.idx;
    recorded[tag] = change && isOlder ? change : changeOf(tables, join(folder, "meta", snapshotName(idx)));
    tables = applyTableChange(tables, recorded[tag]);
  }
  writeTableChanges(folder, recorded);
  const newest = snapshotName(entries.at(-1)?.idx ?? 0);
  for (const name of readdirSync(join(folder, "meta"))) {
    if (name.endsWith("_snapshot.json") && name !== newest) rmSync(join(folder, "meta", name));
  }
}

function changeOf(before: readonly string[], snapshot: string): TableChange {
  if (!existsSync(snapshot)) {
    throw new Error(`${snapshot} is missing. Restore the drizzle folder from Git, then generate again.`);
  }
  const after = Object.values(json<Snapshot>(snapshot).tables).map(({ name }) => name);
  const added = after.filter((table) => !before.includes(table)).sort();
  const removed = before.filter((table) => !after.includes(table));
  return { ...(added.length > 0 && { added }), ...(removed.length > 0 && { removed }) };
}
