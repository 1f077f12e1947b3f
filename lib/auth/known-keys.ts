import { and, eq, isNull, lte, or, sql } from "drizzle-orm";
import { LRUCache } from "lru-cache";
import { db, quickDb } from "@/db/database";
import { apiKeys } from "@/db/schema/keys";
import type { KeyActor } from "@/lib/operations/context";
import { evictEverywhere, sharedCache } from "@/lib/platform/cache/shared-cache";
import { log } from "@/lib/platform/log/log";
import { lazily, singleton } from "@/lib/platform/singleton";
import { isLive } from "./key-rows";
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

/** From where a key is used. */
type Use = { address: string | null; agent: string | null };

/** Whose key this is; undefined when it is unknown, expired or revoked. Notes its use now and then. */
export async function actorOfKey(text: string, use?: () => Use): Promise<KeyActor | undefined> {
  if (!isKey(text)) return undefined;
  const known = knownKeys().peek(keyHash(text)) ?? (await knownKeys().get(keyHash(text)));
  const now = Date.now();
  const key = living(known.key, now);
  if (key && now >= key.notedUntil) key.notedUntil = noteUse(key.actor.key.id, now, use?.());
  return key?.actor;
}

/**
 * The same if the key is in memory and its use needs no note, without waiting; undefined says nothing about it. Who asks
 * here does not know yet from where a call came.
 */
export function actorInMemory(text: string): KeyActor | undefined {
  const now = Date.now();
  const key = living(knownKeys().peek(keyHash(text))?.key ?? null, now);
  return key && now < key.notedUntil ? key.actor : undefined;
}

const living = (key: KnownKey | null, now: number) => (key && key.expiresAt > now ? key : undefined);

/** What an actor has of its key. */
export const keyColumns = {
  id: apiKeys.id,
  projectId: apiKeys.projectId,
  scopes: apiKeys.scopes,
  personal: apiKeys.personal,
  createdBy: apiKeys.createdBy,
  environmentId: apiKeys.environmentId,
  origins: apiKeys.origins,
};

async function readKey(hash: string): Promise<{ key: KnownKey | null }> {
  const [row] = await quickDb()
    .select({ ...keyColumns, expiresAt: apiKeys.expiresAt })
    .from(apiKeys)
    .where(and(eq(apiKeys.hash, hash), isLive()));
  if (!row) return { key: null };
  const { expiresAt, ...key } = row;
  return {
    key: {
      actor: { kind: "key", key },
      expiresAt: expiresAt?.getTime() ?? Number.POSITIVE_INFINITY,
      notedUntil: 0,
    },
  };
}

const noted = lazily(() => singleton("api key uses", () => new LRUCache<string, number>({ max: 50_000 })));

const agentCharsMax = 200;

/**
 * Writes when and from where a key was used, at most once a minute per key, without delaying the request.
 * @returns when it is due again
 */
function noteUse(id: string, now: number, use: Use | undefined): number {
  const last = noted().get(id) ?? 0;
  if (now - last < useNotedEveryMs) return last + useNotedEveryMs;
  noted().set(id, now);
  const due = lte(apiKeys.lastUsedAt, new Date(now - useNotedEveryMs));
  db()
    .update(apiKeys)
    .set({
      lastUsedAt: new Date(now),
      ...(use && { lastUsedFrom: use.address, lastUsedAgent: use.agent?.slice(0, agentCharsMax) ?? null }),
      // To be used is no change of a key.
      updatedAt: sql`${apiKeys.updatedAt}`,
    })
    .where(and(eq(apiKeys.id, id), or(isNull(apiKeys.lastUsedAt), due)))
    .catch((err: unknown) => log().warn({ err, keyId: id }, "the use of an API key could not be noted"));
  return now + useNotedEveryMs;
}
