import { sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { quickDb } from "@/db/database";
import { rawRows } from "@/db/raw-rows";
import { AppError, taken } from "@/lib/operations/errors";
import { invalid } from "@/lib/operations/read-body";
import { countingIn, type HeldCollection, holdCollections, requireItemRoom } from "../collection-room";
import { type Item, idProblem, idText, largestAfter, nextId, withId } from "../item-ids";
import { mergePatch } from "../merge-patch";
import type { ServedCollection } from "../served-collections";
import { type StoredItem, storedItem } from "../stored-items";
import { requireItemSize } from "./item-body";

type Place = { projectId: string; collection: ServedCollection };

/**
 * Adds an item; with an id of its own if it brings one.
 * @throws {AppError} `invalid_request`, `conflict`, `payload_too_large`, `quota_exceeded`, `not_found`
 */
export const addItem = (place: Place, given: Item): Promise<StoredItem> =>
  changing(place, async (db, held, own) => {
    const { idField, lastNumber } = own;
    const id = Object.hasOwn(given, idField) ? requireId(given[idField], idField) : nextId(lastNumber);
    const item = storedItem(withId(given, idField, id), idField);
    requireItemSize(item.bytes);
    const added = { items: 1, bytes: item.bytes };
    requireItemRoom(held, added);
    const position = own.lastPosition + 1;
    const rows = await rawRows(
      db,
      sql`insert into mock_items (collection_id, id, position, data, search_text, bytes)
        values (${own.id}, ${item.id}, ${position}::bigint, ${item.text}::json, ${item.search}, ${item.bytes}::int)
        on conflict (collection_id, id) do nothing returning position`,
    );
    if (rows.length === 0) throw taken(idField, `An item with the ${idField} ${item.id} exists already`);
    await db.execute(countingIn(own.id, added, { position, number: largestAfter(lastNumber, id) }));
    return item;
  });

/** @throws {AppError} as `addItem` */
export const replaceItem = (place: Place, itemId: string, given: Item): Promise<StoredItem> =>
  rewriting(place, itemId, () => given);

/** Changes an item by a merge patch (RFC 7396). */
export const patchItem = (place: Place, itemId: string, patch: Item): Promise<StoredItem> =>
  rewriting(place, itemId, (before, idField) => {
    if (Object.hasOwn(patch, idField) && patch[idField] === null) throw idStays(idField);
    return mergePatch(before, patch) as Item;
  });

export const removeItem = (place: Place, itemId: string): Promise<void> =>
  changing(place, async (db, _, own) => {
    const [gone] = await rawRows<{ bytes: number }>(
      db,
      sql`delete from mock_items where collection_id = ${own.id} and id = ${itemId} returning bytes`,
    );
    if (!gone) throw noItem(itemId);
    await db.execute(countingIn(own.id, { items: -1, bytes: -gone.bytes }));
  });

const rewriting = (
  place: Place,
  itemId: string,
  become: (before: Item, idField: string) => Item,
): Promise<StoredItem> =>
  changing(place, async (db, held, own) => {
    const { idField } = own;
    const [row] = await rawRows<{ data: Item; bytes: number }>(
      db,
      sql`select data, bytes from mock_items where collection_id = ${own.id} and id = ${itemId}`,
    );
    if (!row) throw noItem(itemId);
    const next = become(row.data, idField);
    if (Object.hasOwn(next, idField) && idText(requireId(next[idField], idField)) !== itemId) {
      throw idStays(idField);
    }
    const item = storedItem(withId(next, idField, row.data[idField] as string | number), idField);
    requireItemSize(item.bytes);
    const added = { items: 0, bytes: item.bytes - row.bytes };
    requireItemRoom(held, added);
    await db.execute(
      sql`update mock_items set data = ${item.text}::json, search_text = ${item.search}, bytes = ${item.bytes}::int
        where collection_id = ${own.id} and id = ${itemId}`,
    );
    if (added.bytes !== 0) await db.execute(countingIn(own.id, added));
    return item;
  });

type Work<T> = (db: Db, held: readonly HeldCollection[], own: HeldCollection) => Promise<T>;

/** Changes of a project's items happen one after the other, each in a transaction that holds its collections. */
const changing = <T>({ projectId, collection }: Place, work: Work<T>): Promise<T> =>
  quickDb().transaction(async (db) => {
    const held = await holdCollections(db, projectId);
    const own = held.find(({ id, enabled }) => id === collection.id && enabled);
    // Deleted or switched off a moment ago.
    if (!own) throw new AppError("not_found", `The collection ${collection.path} is gone.`);
    return work(db, held, own);
  });

function requireId(value: unknown, idField: string): string | number {
  const message = idProblem(value);
  if (message) throw invalid([{ path: idField, message }]);
  return value as string | number;
}

export const noItem = (itemId: string) =>
  new AppError("not_found", `The collection has no item ${itemId.slice(0, 128)}.`);

const idStays = (idField: string) =>
  invalid([{ path: idField, message: "can't be changed: delete the item and add another one" }]);
