import { eq, type SQL, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { rawRows } from "@/db/raw-rows";
import { projects } from "@/db/schema/projects";
import { quotaExceeded } from "@/lib/operations/quota";
import { quotaOf } from "@/lib/platform/quotas/quota-of";

export type HeldCollection = {
  id: string;
  idField: string;
  enabled: boolean;
  itemCount: number;
  itemBytes: number;
  lastPosition: number;
  lastNumber: number;
};
type Row = Omit<HeldCollection, "lastPosition" | "lastNumber"> & {
  lastPosition: string | number;
  lastNumber: string | number;
};

/**
 * Locks a project and then its collections, in one order for all, and gives them as they are then. Whoever changes items
 * holds all of them, so that their sums are exact. The project is locked by a statement of its own, because who waits for
 * rows would not see those that were added meanwhile.
 */
export async function holdCollections(db: Db, projectId: string): Promise<HeldCollection[]> {
  await db.select({ id: projects.id }).from(projects).where(eq(projects.id, projectId)).for("no key update");
  const rows = await rawRows<Row>(
    db,
    sql`select id, id_field as "idField", enabled, item_count as "itemCount", item_bytes as "itemBytes",
      last_position as "lastPosition", last_number as "lastNumber"
      from mock_collections where project_id = ${projectId} order by id for no key update`,
  );
  return rows.map((row) => ({
    ...row,
    lastPosition: Number(row.lastPosition),
    lastNumber: Number(row.lastNumber),
  }));
}

type Added = { items: number; bytes: number };

/** @throws {AppError} `quota_exceeded` if the project's items would become more than they may be */
export function requireItemRoom(held: readonly HeldCollection[], added: Added): void {
  const items = held.reduce((sum, { itemCount }) => sum + itemCount, 0);
  const bytes = held.reduce((sum, { itemBytes }) => sum + itemBytes, 0);
  // What becomes smaller is always welcome.
  if (added.items > 0 && items + added.items > quotaOf("collectionItems")) {
    throw quotaExceeded("collectionItems", items);
  }
  if (added.bytes > 0 && bytes + added.bytes > quotaOf("collectionBytes")) {
    throw quotaExceeded("collectionBytes", bytes);
  }
}

/**
 * Counts what was added to a collection. Its `updated_at` stays: that is of its settings.
 * @param last place and largest number of the newest item, if there is a new one
 */
export const countingIn = (
  id: string,
  { items, bytes }: Added,
  last?: { position: number; number: number },
): SQL => {
  const place = last
    ? sql`, last_position = ${last.position}::bigint, last_number = ${last.number}::bigint`
    : sql``;
  return sql`update mock_collections set item_count = item_count + ${items}::int,
    item_bytes = item_bytes + ${bytes}::int ${place} where id = ${id}`;
};
