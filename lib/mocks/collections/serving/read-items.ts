import { sql } from "drizzle-orm";
import { quickDb } from "@/db/database";
import { rawRows } from "@/db/raw-rows";
import { AppError } from "@/lib/operations/errors";
import { answerBytesMax } from "../limits";
import type { ItemsQuery } from "./items-query";
import { type ItemsRow, itemsStatement } from "./items-sql";
import { noItem } from "./write-items";

/**
 * The items that are asked for, as the text of a JSON array, and how many there are in all.
 * @throws {AppError} `payload_too_large` where the caller said how many, and they are too much for one answer
 */
export async function readItems(collectionId: string, asked: ItemsQuery): Promise<ItemsRow> {
  const [row] = await rawRows<ItemsRow>(quickDb(), itemsStatement(collectionId, asked));
  const { total = 0, wanted = 0, given = 0, items = "" } = row ?? {};
  if (given < wanted && asked.isLimited) {
    throw new AppError(
      "payload_too_large",
      `The ${wanted} items have more than ${answerBytesMax} bytes. Ask for ${given} at most with _limit.`,
    );
  }
  return { total, wanted, given, items: `[${items}]` };
}

/**
 * The text of one item.
 * @throws {AppError} `not_found`
 */
export async function readItem(collectionId: string, itemId: string): Promise<string> {
  const [row] = await rawRows<{ text: string }>(
    quickDb(),
    sql`select data::text as text from mock_items where collection_id = ${collectionId} and id = ${itemId}`,
  );
  if (!row) throw noItem(itemId);
  return row.text;
}
