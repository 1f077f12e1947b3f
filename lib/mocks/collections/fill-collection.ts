import { eq, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { mockCollections, mockItems } from "@/db/schema/mock-collections";
import { notFound } from "@/lib/operations/errors";
import { holdCollections, requireItemRoom } from "./collection-room";
import { largestAfter } from "./item-ids";
import { storedItem } from "./stored-items";

type Filled = { id: string; projectId: string };

/**
 * Replaces the items of a collection by its seed, inside of a transaction. The seed and the id field are read under the
 * lock: those that the caller read before may be others by now.
 * @returns what the collection's row says of its items now
 * @throws {AppError} `quota_exceeded`, `not_found`
 */
export async function fillCollection(db: Db, { id, projectId }: Filled) {
  const held = await holdCollections(db, projectId);
  const own = held.find((each) => each.id === id);
  const [stored] = await db
    .select({ seed: mockCollections.seed })
    .from(mockCollections)
    .where(eq(mockCollections.id, id));
  if (!own || !stored) throw notFound("Collection");
  const { idField } = own;
  const { seed } = stored;
  const items = seed.map((item) => storedItem(item, idField));
  const bytes = items.reduce((sum, item) => sum + item.bytes, 0);
  requireItemRoom(held, { items: items.length - own.itemCount, bytes: bytes - own.itemBytes });
  const lastNumber = seed.reduce((last, item) => largestAfter(last, item[idField] as string | number), 0);
  await db.delete(mockItems).where(eq(mockItems.collectionId, id));
  if (items.length > 0) {
    const rows = items.map(({ text, ...item }, at) => ({ ...item, at: at + 1, data: text }));
    await db.execute(sql`
      insert into mock_items (collection_id, id, position, data, search_text, bytes)
      select ${id}::uuid, id, at, data::json, search, bytes
      from json_to_recordset(${JSON.stringify(rows)}::json) as new(id text, at int, data text, search text, bytes int)`);
  }
  const counts = { itemCount: items.length, itemBytes: bytes, lastPosition: items.length, lastNumber };
  await db.execute(sql`
    update mock_collections set item_count = ${counts.itemCount}::int, item_bytes = ${bytes}::int,
      last_position = ${counts.lastPosition}::bigint, last_number = ${lastNumber}::bigint where id = ${id}`);
  return counts;
}
