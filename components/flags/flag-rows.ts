import type { listEnvironments } from "@/lib/environments/contract";
import type { getFlag } from "@/lib/flags/contract";
import type { Output } from "@/lib/operations/operation";

export type Environment = Output<typeof listEnvironments>[number];
export type Flag = Output<typeof getFlag>;

/** The flags of one key: to a reader one flag, with a switch in each environment that has it. */
export type FlagRow = {
  key: string;
  /** From the first environment that has it. */
  name: string;
  createdAt: string;
  /** By environment id. */
  flags: ReadonlyMap<string, Flag>;
};

/** One row for each key, in the order of `flags`; give the default environment's flags first. */
export function flagRows(flags: readonly Flag[]): FlagRow[] {
  const rows = new Map<string, FlagRow & { flags: Map<string, Flag> }>();
  for (const flag of flags) {
    const row = rows.get(flag.key);
    if (row) {
      row.flags.set(flag.environment.id, flag);
      if (flag.createdAt < row.createdAt) row.createdAt = flag.createdAt;
    } else {
      const { key, name, createdAt } = flag;
      rows.set(key, { key, name, createdAt, flags: new Map([[flag.environment.id, flag]]) });
    }
  }
  return [...rows.values()];
}

export type FlagOrder = "name" | "newest";

export function sortedRows(rows: readonly FlagRow[], order: FlagOrder): FlagRow[] {
  return [...rows].sort((a, b) =>
    order === "newest"
      ? b.createdAt.localeCompare(a.createdAt) || byName(a, b)
      : byName(a, b) || a.key.localeCompare(b.key),
  );
}

export const byName = (a: { name: string }, b: { name: string }) =>
  a.name.localeCompare(b.name, "en", { numeric: true, sensitivity: "base" });

/** Whether every word of the query occurs in the flag's name or key. */
export function matchesQuery({ name, key }: { name: string | null; key: string }, query: string): boolean {
  const text = `${name ?? ""} ${key}`.toLowerCase();
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
