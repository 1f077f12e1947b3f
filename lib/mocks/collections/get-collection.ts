import { requireProject } from "@/lib/auth/access";
import { implement } from "@/lib/operations/implement";
import { getMockCollection } from "./contract";
import { requireCollection } from "./require-collection";
import { toCollection } from "./to-collection";

export const handleGetMockCollection = implement(getMockCollection, async (ctx, input) => {
  const project = await requireProject(ctx, { id: input.projectId });
  return toCollection(await requireCollection(ctx, project.id, input.collectionId), project);
});
