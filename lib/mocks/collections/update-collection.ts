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
import { pathTaken, requireCollection } from "./require-collection";
import { completedSeed } from "./seed";
import { forgetCollections } from "./served-collections";
import { toCollection } from "./to-collection";

export const handleUpdateMockCollection = implement(updateMockCollection, async (ctx, input) => {
  const project = await requireProject(ctx, { uuid: input.projectId });
  const found = await requireCollection(ctx, project.id, input.collectionId);
  const fields = await input.fields();
  const { idField = found.idField } = fields;
  const isRenamed = idField !== found.idField;
  const seeded = fields.seed ?? (isRenamed ? found.seed : undefined);
  const changes = { ...fields, ...(seeded && { seed: completedSeed(seeded, idField) }) };
  try {
    return await transaction(ctx, async (inner) => {
      // Before the row itself is locked: all who lock several do so in one order.
      if (isRenamed) await holdCollections(inner.db, project.id);
      const shown = await changeRow(inner, mockCollections, {
        found,
        find: () => requireCollection(inner, project.id, found.id),
        changes,
        show: (row) => toCollection(row, project),
        where: eq(mockCollections.id, found.id),
        after: () => forgetCollections(project.id),
      });
      // Items are told apart by that field, so those that had another one can't stay.
      if (!isRenamed) return shown;
      const { itemCount, itemBytes } = await fillCollection(inner.db, {
        id: found.id,
        projectId: project.id,
        ...{ idField, seed: changes.seed ?? found.seed },
      });
      return { ...shown, itemCount, itemBytes };
    });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw pathTaken(fields.path ?? found.path);
  }
});
