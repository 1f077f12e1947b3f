import { eq } from "drizzle-orm";
import { mockCollections } from "@/db/schema/mock-collections";
import { isUniqueViolation } from "@/db/unique-violation";
import { requireProject } from "@/lib/auth/access";
import { transaction } from "@/lib/operations/context";
import { changeRow } from "@/lib/operations/if-match";
import { implement } from "@/lib/operations/implement";
import { holdCollections } from "./collection-room";
import { updateMockCollection } from "./contract";
import { fillCollection } from "./fill-collection";
import { isPathTaken, pathTaken, requireCollection } from "./require-collection";
import { completedSeed } from "./seed";
import { forgetCollections } from "./served-collections";
import { toCollection } from "./to-collection";

export const handleUpdateMockCollection = implement(updateMockCollection, async (ctx, input) => {
  const project = await requireProject(ctx, { uuid: input.projectId });
  const found = await requireCollection(ctx, project.id, input.collectionId);
  const fields = await input.fields();
  const { path } = fields;
  const isAboutItems = fields.seed !== undefined || fields.idField !== undefined;
  try {
    return await transaction(ctx, async (inner) => {
      // A seed and the id field belong together, so that both are judged as they are when nobody else can change them.
      if (isAboutItems || path !== undefined) await holdCollections(inner.db, project.id);
      if (path !== undefined && (await isPathTaken(inner.db, project.id, path, found.id)))
        throw pathTaken(path);
      const before = isAboutItems ? await requireCollection(inner, project.id, found.id) : found;
      const { idField = before.idField } = fields;
      const isRenamed = idField !== before.idField;
      const seeded = fields.seed ?? (isRenamed ? before.seed : undefined);
      const changes = { ...fields, ...(seeded && { seed: completedSeed(seeded, idField) }) };
      const shown = await changeRow(inner, mockCollections, {
        found: before,
        find: () => requireCollection(inner, project.id, found.id),
        changes,
        show: (row) => toCollection(row, project),
        where: eq(mockCollections.id, found.id),
        after: () => forgetCollections(project.id),
      });
      // Items are told apart by that field, so those that had another one can't stay.
      if (!isRenamed) return shown;
      const filled = { id: found.id, projectId: project.id };
      const { itemCount, itemBytes } = await fillCollection(inner.db, filled);
      return { ...shown, itemCount, itemBytes };
    });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw pathTaken(path ?? found.path);
  }
});
