import { requireProject } from "@/lib/auth/access";
import { transaction } from "@/lib/operations/context";
import { implement } from "@/lib/operations/implement";
import { resetMockCollection } from "./contract";
import { fillCollection } from "./fill-collection";
import { requireCollection } from "./require-collection";
import { toCollection } from "./to-collection";

export const handleResetMockCollection = implement(resetMockCollection, async (ctx, input) => {
  const project = await requireProject(ctx, { id: input.projectId });
  const collection = await requireCollection(ctx, project.id, input.collectionId);
  await input.fields();
  return transaction(ctx, async (inner) => {
    await fillCollection(inner.db, { id: collection.id, projectId: project.id });
    return toCollection(await requireCollection(inner, project.id, collection.id), project);
  });
});
