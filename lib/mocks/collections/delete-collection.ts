import { requireProject } from "@/lib/auth/access";
import { deleteUndoably } from "@/lib/deletions/delete-undoably";
import { implement } from "@/lib/operations/implement";
import { deleteMockCollection, MockCollection } from "./contract";
import { requireCollection } from "./require-collection";
import { forgetCollections } from "./served-collections";
import { toCollection } from "./to-collection";

export const handleDeleteMockCollection = implement(deleteMockCollection, async (ctx, input) => {
  const project = await requireProject(ctx, { id: input.projectId }, { lock: "no key update" });
  const collection = await requireCollection(ctx, project.id, input.collectionId, "update");
  const shown = MockCollection.parse(toCollection(collection, project));
  await deleteUndoably(ctx, "collection", { projectId: project.id, itemId: collection.id }, shown);
  ctx.after(() => forgetCollections(project.id));
  return { success: true as const };
});
