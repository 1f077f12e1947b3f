import { createHash } from "node:crypto";
import { lt } from "drizzle-orm";
import type { Db } from "@/db/client";
import { deleteInBatches } from "@/db/delete-in-batches";
import { keyCodes } from "@/db/schema/keys";

/** A redirect within one machine follows at once; a browser that asks first takes a moment. */
export const codeMs = 2 * 60_000;

export const codeHash = (code: string): string => createHash("sha256").update(code).digest("hex");

/** What a verifier's challenge is (RFC 7636, 4.2). */
export const challengeOf = (verifier: string): string =>
  createHash("sha256").update(verifier).digest("base64url");

/** What the sealed key is bound to. */
export const sealRow = (hash: string): string => `key_codes/${hash}`;

/** Removes codes that nobody used. */
export async function pruneKeyCodes(db: Db, now: Date): Promise<void> {
  await deleteInBatches(db, keyCodes, lt(keyCodes.expiresAt, now));
}
