import { type Item, idText } from "./item-ids";
import { searchTextOf } from "./search-text";

/** A row of an item, but for its collection and place. */
export type StoredItem = { id: string; text: string; search: string; bytes: number };

export function storedItem(item: Item, idField: string): StoredItem {
  const text = JSON.stringify(item);
  return {
    id: idText(item[idField] as string | number),
    text,
    search: searchTextOf(item),
    bytes: Buffer.byteLength(text),
  };
}
