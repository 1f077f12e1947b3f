import { asc, eq } from "drizzle-orm";
import { quickDb } from "@/db/database";
import { mockCollections } from "@/db/schema/mock-collections";
import { evictEverywhere, sharedCache } from "@/lib/platform/cache/shared-cache";
import { canonicalPath, canonicalRequestPath } from "../matching/canonical-path";

/** What a project's host needs of a collection. */
export type ServedCollection = { id: string; path: string; idField: string; enabled: boolean };

/** Of a project, by canonical path. */
export type ServedCollections = ReadonlyMap<string, ServedCollection>;

/** What a request is about: all of a collection, or an item of it. */
export type CollectionTarget = { collection: ServedCollection; itemId: string | undefined };

/** Estimated memory of one besides its path. */
const collectionBytes = 400;

/** By project id. Projects without any are remembered too, because their misses come here as well. */
export const servedCollections = sharedCache<ServedCollections>("mock collections", {
  max: 20_000,
  weight: {
    of: (served) =>
      [...served.keys()].reduce((sum, path) => sum + 4 * path.length + collectionBytes, collectionBytes),
    max: 16 * 1024 * 1024,
  },
  load: read,
});

/** Makes a change of a project's collections take effect for the very next request, in every process. */
export const forgetCollections = (projectId: string): Promise<void> =>
  evictEverywhere("mock collections", [projectId]);

async function read(projectId: string): Promise<ServedCollections> {
  const { id, path, idField, enabled, createdAt } = mockCollections;
  const rows = await quickDb()
    .select({ id, path, idField, enabled })
    .from(mockCollections)
    .where(eq(mockCollections.projectId, projectId))
    .orderBy(asc(createdAt), asc(id));
  const served = new Map<string, ServedCollection>();
  // Of two ways to write one path, the oldest is served.
  for (const row of rows) {
    const key = canonicalPath(row.path);
    if (!served.has(key)) served.set(key, row);
  }
  return served;
}

/** @param rawPath the request target after `/api/mock`, percent-encoded, without query */
export function targetOf(served: ServedCollections, rawPath: string): CollectionTarget | undefined {
  if (served.size === 0) return undefined;
  const path = canonicalRequestPath(rawPath);
  const whole = served.get(path);
  if (whole) return { collection: whole, itemId: undefined };
  const slash = path.lastIndexOf("/");
  const holder = served.get(path.slice(0, slash));
  if (!holder) return undefined;
  // What `canonicalSegment` leaves encoded.
  const itemId = path
    .slice(slash + 1)
    .replaceAll("%2F", "/")
    .replaceAll("%25", "%");
  return { collection: holder, itemId };
}
