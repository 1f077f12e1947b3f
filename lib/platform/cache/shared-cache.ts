import { type Bus, bus } from "@/lib/platform/bus/bus";
import { evictionPrefix } from "@/lib/platform/bus/envelope";
import { env } from "@/lib/platform/env/env";
import { addMeasure, type Sample } from "@/lib/platform/metrics/measures";
import { databaseOutage } from "@/lib/platform/outage/database-outage";
import { lazily, singleton } from "@/lib/platform/singleton";
import { SnapshotCache, type SnapshotCacheOptions } from "./snapshot-cache";
import { noteStaleRead } from "./stale-reads";

/** How old a value may get while messages about changes don't arrive, and while they do: some may get lost. */
const unheardMs = 1000;
const heardMs = 30_000;
/** How long a load may take before the value that it is to replace is used once more. */
const patienceMs = 500;

/** Every cache whose evictions all processes share. Listed here, so that a wrong name does not compile. */
export type CacheName =
  | "api keys"
  | "flag records"
  | "global flags"
  | "large mock answers"
  | "members"
  | "mock collections"
  | "mock files"
  | "mock tables"
  | "project flags"
  | "project hosts"
  | "projects"
  | "sessions"
  | "webhook inboxes";

export type SharedCacheOptions<V> = Omit<SnapshotCacheOptions<V>, "ttlMs" | "stale"> & {
  /** Whether values may get older while the database does not answer; true by default. */
  outlivesOutages?: boolean;
};

/** This process's only cache of this name, created at its first use. Evictions travel over the bus. */
export function sharedCache<V>(name: CacheName, options: SharedCacheOptions<V>): () => SnapshotCache<V> {
  return lazily(() =>
    singleton(`cache ${name}`, () => {
      const cache = createSharedCache(name, options, { bus: bus(), alone: env().databaseUrl === undefined });
      addMeasure(() => samplesOf(name, cache.use));
      return cache;
    }),
  );
}

function samplesOf(cache: CacheName, { hits, loads, entries }: SnapshotCache<unknown>["use"]): Sample[] {
  return [
    { name: "fieldkit_cache_reads_total", labels: { cache, result: "hit" }, value: hits },
    { name: "fieldkit_cache_reads_total", labels: { cache, result: "load" }, value: loads },
    { name: "fieldkit_cache_entries", labels: { cache }, value: entries },
  ];
}

/**
 * A cache that hears of evictions. A value is used for at most `heardMs`, because a message can get lost, and for at most
 * `unheardMs` while the bus is degraded or does not hear. Processes that are alone on their database need no bus to hear
 * each other.
 */
export function createSharedCache<V>(
  name: string,
  { outlivesOutages = true, ...options }: SharedCacheOptions<V>,
  { bus, alone }: { bus: Bus; alone: boolean },
): SnapshotCache<V> {
  let established = false;
  const hears = () => established && (alone || (bus.hears && bus.status() === "ok"));
  const ttlMs = () => (hears() ? heardMs : unheardMs);
  const stale = outlivesOutages ? { isAway, patienceMs, used: noteStaleRead } : undefined;
  const cache = new SnapshotCache<V>({ ...options, stale, ttlMs });
  const { ready } = bus.subscribe(channelOf(name), (keys) => {
    if (Array.isArray(keys)) for (const key of keys) cache.evict(String(key));
    else if (keys === allKeys) cache.clear();
  });
  // What was loaded before evictions could be heard may have changed meanwhile.
  ready.then(() => {
    cache.expire();
    established = true;
  });
  bus.onResume(() => cache.expire());
  return cache;
}

const isAway = () => databaseOutage().isOn;

/**
 * Makes every process forget these keys, this one before the call returns. Must be called after the commit and before
 * the answer leaves (`ctx.after`).
 */
export function evictEverywhere(name: CacheName, keys: string[]): Promise<void> {
  return keys.length > 0 ? bus().publish(channelOf(name), keys) : Promise.resolve();
}

/**
 * Calls back when this process hears that values are to be forgotten, with their keys, or with none for all. They may still
 * be remembered at that moment.
 */
export function onEvictions(name: CacheName, listener: (keys: string[] | undefined) => void): void {
  bus().subscribe(channelOf(name), (keys) => listener(Array.isArray(keys) ? keys.map(String) : undefined));
}

/** Makes every process forget all keys. */
export const clearEverywhere = (name: CacheName): Promise<void> => bus().publish(channelOf(name), allKeys);

const allKeys = "*";
const channelOf = (name: string) => `${evictionPrefix}${name}`;
