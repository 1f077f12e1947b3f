import { and, inArray } from "drizzle-orm";
import { quickDb } from "@/db/database";
import { apiKeys } from "@/db/schema/keys";
import type { KeyActor } from "@/lib/operations/context";
import { isLive } from "./key-rows";
import { keyColumns } from "./known-keys";

/** Keys of one query. */
const batchMax = 500;

/** Of these keys the live ones, as they are in the database now; `expiresAt` in ms, Infinity for never. */
export async function keysNow(
  ids: readonly string[],
): Promise<Map<string, { actor: KeyActor; expiresAt: number }>> {
  const found = new Map<string, { actor: KeyActor; expiresAt: number }>();
  for (let at = 0; at < ids.length; at += batchMax) {
    const rows = await quickDb()
      .select({ ...keyColumns, expiresAt: apiKeys.expiresAt })
      .from(apiKeys)
      .where(and(inArray(apiKeys.id, ids.slice(at, at + batchMax)), isLive()));
    for (const { expiresAt, ...key } of rows) {
      const ends = expiresAt?.getTime() ?? Number.POSITIVE_INFINITY;
      found.set(key.id, { actor: { kind: "key", key }, expiresAt: ends });
    }
  }
  return found;
}
