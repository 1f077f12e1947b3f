import { and, eq } from "drizzle-orm";
import { mockCollections } from "@/db/schema/mock-collections";
import type { Ctx } from "@/lib/operations/context";
import { notFound, taken } from "@/lib/operations/errors";
import { isGuid } from "@/lib/operations/ids";

export type CollectionRow = typeof mockCollections.$inferSelect;

/**
 * The collection, when it is the project's.
 * @throws {AppError} `not_found`
 */
export async function requireCollection(
  ctx: Ctx,
  projectId: string,
  collectionId: string,
): Promise<CollectionRow> {
  const [collection] = isGuid(collectionId)
    ? await ctx.db
        .select()
        .from(mockCollections)
        .where(and(eq(mockCollections.id, collectionId), eq(mockCollections.projectId, projectId)))
    : [];
  if (!collection) throw notFound("Collection");
  return collection;
}

/** 409 for a path that another collection of the project has. */
export const pathTaken = (path: string) =>
  taken("path", `A collection at ${path} exists in this project already`);
