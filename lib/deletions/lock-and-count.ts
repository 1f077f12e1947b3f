import { getTableName, type SQL, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { rawRows } from "@/db/raw-rows";
import type { Addition } from "@/lib/operations/quota";
import { sumsOfRows } from "@/lib/operations/stock";
import { quotas, type StockName } from "@/lib/platform/quotas/quotas";
import type { Kind, Part, Place } from "./kind";

/**
 * Limits in rows and bytes up to which a deletion is kept. Beyond them, keeping and restoring would take many
 * seconds.
 */
export const rowsMax = 20_000;
const bytesMax = 64 * 1024 * 1024;

type Held = {
  name: string;
  /** Whether it is small enough to be kept. */
  isKept: boolean;
  /** What it counts for in quotas. */
  counted: Required<Addition>[];
};

/**
 * Locks a thing's own row, so that nobody adds something to it any more, and counts the rows that belong to it.
 * @returns undefined if it isn't there
 */
export async function lockAndCount(
  db: Db,
  { name, environment, parts }: Kind,
  place: Place,
): Promise<Held | undefined> {
  const [{ table, of }, ...others] = parts;
  const alias = sql.identifier(getTableName(table));
  const own = await countRows(
    db,
    { ...parts[0], bytes: sql`0` },
    sql`(select * from ${table} where ${of(place)} for update) ${alias}`,
    { name: sql`max(${name})`, environmentId: environment ? sql`max(${environment})` : sql`null` },
  );
  if (own.rows === 0) return undefined;
  const amounts = new Map<StockName, number>(own.amounts);
  let [rows, bytes, isKept] = [0, 0, true];
  for (const part of others) {
    const counted = await countRows(db, part, sql`${part.table} where ${part.of(place)}`);
    rows += counted.rows;
    bytes += counted.bytes;
    isKept = rows <= rowsMax && bytes <= bytesMax;
    if (!isKept) break;
    for (const [stock, amount] of counted.amounts) amounts.set(stock, (amounts.get(stock) ?? 0) + amount);
  }
  const ownerOf = (stock: StockName) =>
    quotas[stock].per === "environment" ? (own.environmentId ?? "") : place.projectId;
  const counted = [...amounts]
    .filter(([, adding]) => adding > 0)
    .map(([stock, adding]) => ({ name: stock, ownerId: ownerOf(stock), adding }));
  return { name: own.name ?? "", isKept, counted };
}

type Counted = { rows: number; bytes: number; name?: string | null; environmentId?: string | null };

/** @param from the rows, under the name of their table */
async function countRows(db: Db, { table, bytes }: Part, from: SQL, more: Record<string, SQL> = {}) {
  const sums = sumsOfRows(table);
  const columns = {
    rows: sql`count(*)::int`,
    bytes: sql`coalesce(sum(${bytes ?? sql`0`}), 0)::float8`,
    ...sums,
    ...more,
  };
  const selected = Object.entries(columns).map(([name, value]) => sql`${value} as ${sql.identifier(name)}`);
  const [row] = await rawRows<Counted & Record<StockName, number>>(
    db,
    sql`select ${sql.join(selected, sql`, `)} from ${from}`,
  );
  if (!row) throw new Error("an aggregate has one row");
  const amounts = (Object.keys(sums) as StockName[]).map((name) => [name, row[name]] as const);
  return { ...row, amounts };
}
