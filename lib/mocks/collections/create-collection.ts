import { v7 as uuidv7 } from "uuid";
import { mockCollections } from "@/db/schema/mock-collections";
import { requireProject } from "@/lib/auth/access";
import { transaction } from "@/lib/operations/context";
import { implement } from "@/lib/operations/implement";
import { withinQuotas } from "@/lib/operations/quota";
import { holdCollections } from "./collection-room";
import { createMockCollection } from "./contract";
import { fillCollection } from "./fill-collection";
import { isPathTaken, pathTaken } from "./require-collection";
import { completedSeed } from "./seed";
import { forgetCollections } from "./served-collections";
import { toCollection } from "./to-collection";

export const handleCreateMockCollection = implement(createMockCollection, async (ctx, input) => {
  const project = await requireProject(ctx, { id: input.projectId });
  const fields = await input.fields();
  const seed = completedSeed(fields.seed, fields.idField);
  const collection = await withinQuotas(ctx, [{ name: "collections", ownerId: project.id }], (counted) =>
    transaction(counted, async ({ db }) => {
      await holdCollections(db, project.id);
      if (await isPathTaken(db, project.id, fields.path)) throw pathTaken(fields.path);
      const [row] = await db
        .insert(mockCollections)
        .values({
          ...{ ...fields, seed, id: uuidv7(), projectId: project.id },
          ...{ itemCount: 0, itemBytes: 0, lastPosition: 0, lastNumber: 0 },
        })
        .onConflictDoNothing({ target: [mockCollections.projectId, mockCollections.path] })
        .returning();
      if (!row) throw pathTaken(fields.path);
      return { ...row, ...(await fillCollection(db, row)) };
    }),
  );
  ctx.after(() => forgetCollections(project.id));
  return toCollection(collection, project);
});
