import { and, eq, isNull, lte, or } from "drizzle-orm";
import { LRUCache } from "lru-cache";
import { db, quickDb } from "@/db/database";
import { apiKeys } from "@/db/schema/keys";
import type { KeyActor } from "@/lib/operations/context";
import { evictEverywhere, sharedCache } from "@/lib/platform/cache/shared-cache";
import { log } from "@/lib/platform/log/log";
import { lazily, singleton } from "@/lib/platform/singleton";
import { isKey, keyHash } from "./key-text";

/** The current state of a key. Times in milliseconds since 1970. */
type KnownKey = {
  actor: KeyActor;
  /** Infinity if it never does. */
  expiresAt: number;
  /** Until then its use needs no look at `noted`. */
  notedUntil: number;
};

const useNotedEveryMs = 60_000;

/** Remembered keys by hash; null means that there is none, or that it is revoked. */
const knownKeys = sharedCache<{ key: KnownKey | null }>("api keys", { max: 50_000, load: readKey });

/** Makes a change of keys take effect for the very next request, in every process. */
export const forgetKeys = (hashes: string[]) => evictEverywhere("api keys", hashes);

/** The key that a request carries: `Authorization: Bearer` wins over `x-api-key`. */
export function keyOf(headers: Pick<Headers, "get">): string | undefined {
  const bearer = /^bearer(?:\s+(.*))?$/i.exec(headers.get("authorization") ?? "");
  return bearer ? (bearer[1] ?? "").trim() : (headers.get("x-api-key") ?? undefined);
}

/** Whose key this is; undefined when it is unknown, expired or revoked. */
export async function actorOfKey(text: string): Promise<KeyActor | undefined> {
  const known = actorInMemory(text);
  if (known || !isKey(text)) return known;
  const { key } = await knownKeys().get(keyHash(text));
  return judged(key);
}

/** The same if the key is in memory, without waiting; undefined says nothing about it. */
export function actorInMemory(text: string): KeyActor | undefined {
  const known = knownKeys().peek(keyHash(text));
  return known && judged(known.key);
}

function judged(key: KnownKey | null): KeyActor | undefined {
  const now = Date.now();
  if (!key || key.expiresAt <= now) return undefined;
  if (now >= key.notedUntil) key.notedUntil = noteUse(key.actor.key.id, now);
  return key.actor;
}

async function readKey(hash: string): Promise<{ key: KnownKey | null }> {
  const [row] = await quickDb()
    .select({ id: apiKeys.id, projectId: apiKeys.projectId, expiresAt: apiKeys.expiresAt })
    .from(apiKeys)
    .where(and(eq(apiKeys.hash, hash), isNull(apiKeys.revokedAt)));
  if (!row) return { key: null };
  const { id, projectId, expiresAt } = row;
  return {
    key: {
      actor: { kind: "key", key: { id, projectId } },
      expiresAt: expiresAt?.getTime() ?? Number.POSITIVE_INFINITY,
      notedUntil: 0,
    },
  };
}

const noted = lazily(() => singleton("api key uses", () => new LRUCache<string, number>({ max: 50_000 })));

/** Writes `lastUsedAt` at most once a minute per key, without delaying the request. @returns when it is due again */
function noteUse(id: string, now: number): number {
  const last = noted().get(id) ?? 0;
  if (now - last < useNotedEveryMs) return last + useNotedEveryMs;
  noted().set(id, now);
  const due = lte(apiKeys.lastUsedAt, new Date(now - useNotedEveryMs));
  db()
    .update(apiKeys)
    .set({ lastUsedAt: new Date(now) })
    .where(and(eq(apiKeys.id, id), or(isNull(apiKeys.lastUsedAt), due)))
    .catch((err: unknown) => log().warn({ err, keyId: id }, "the use of an API key could not be noted"));
  return now + useNotedEveryMs;
}
