import { and, eq } from "drizzle-orm";
import type { Db } from "@/db/client";
import { mockCollections } from "@/db/schema/mock-collections";
import type { Ctx } from "@/lib/operations/context";
import { notFound, taken } from "@/lib/operations/errors";
import { isGuid } from "@/lib/operations/ids";
import { type Lock, locking } from "@/lib/operations/lock";
import { canonicalCollectionPath } from "./path";

export type CollectionRow = typeof mockCollections.$inferSelect;

/**
 * The collection, when it is the project's.
 * @throws {AppError} `not_found`
 */
export async function requireCollection(
  { db }: Ctx,
  projectId: string,
  collectionId: string,
  lock?: Lock,
): Promise<CollectionRow> {
  const isIt = and(eq(mockCollections.id, collectionId), eq(mockCollections.projectId, projectId));
  const [collection] = isGuid(collectionId)
    ? await locking(db.select().from(mockCollections).where(isIt), lock)
    : [];
  if (!collection) throw notFound("Collection");
  return collection;
}

/** 409 for a path that another collection of the project has. */
export const pathTaken = (path: string) =>
  taken("path", `A collection at ${path} exists in this project already`);

/**
 * Whether a path is served by another collection of a project, in whatever encoding. The project has to be held, so that
 * nobody adds one meanwhile.
 */
export async function isPathTaken(db: Db, projectId: string, path: string, ownId?: string): Promise<boolean> {
  const { id, path: stored } = mockCollections;
  const rows = await db
    .select({ id, path: stored })
    .from(mockCollections)
    .where(eq(mockCollections.projectId, projectId));
  const canonical = canonicalCollectionPath(path);
  return rows.some((row) => row.id !== ownId && canonicalCollectionPath(row.path) === canonical);
}
