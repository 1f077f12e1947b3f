import { mockCollections } from "@/db/schema/mock-collections";
import { requireProject } from "@/lib/auth/access";
import { changeRow, writeColumns } from "@/lib/operations/change-row";
import { implement } from "@/lib/operations/implement";
import { holdCollections } from "./collection-room";
import { updateMockCollection } from "./contract";
import { fillCollection } from "./fill-collection";
import { isPathTaken, pathTaken, requireCollection } from "./require-collection";
import { completedSeed } from "./seed";
import { forgetCollections } from "./served-collections";
import { toCollection } from "./to-collection";

export const handleUpdateMockCollection = implement(updateMockCollection, (ctx, input) =>
  changeRow(ctx, mockCollections, {
    fields: input.fields,
    find: async (inner) => {
      // Their paths, and the sums of their items, are those of the whole project.
      const project = await requireProject(inner, { id: input.projectId }, { lock: "no key update" });
      await holdCollections(inner.db, project.id);
      return { ...(await requireCollection(inner, project.id, input.collectionId)), project };
    },
    change: async (collection, fields, inner) => {
      const { path, idField = collection.idField } = fields;
      if (path !== undefined && (await isPathTaken(inner.db, collection.projectId, path, collection.id)))
        throw pathTaken(path);
      // A seed and the id field belong together.
      const seed = fields.seed ?? (idField === collection.idField ? undefined : collection.seed);
      return { ...fields, ...(seed && { seed: completedSeed(seed, idField) }) };
    },
    write: async ({ db }, collection, columns) => {
      const row = await writeColumns(db, mockCollections, collection, columns);
      // Items are told apart by that field, so those that had another one can't stay.
      return row.idField === collection.idField ? row : { ...row, ...(await fillCollection(db, row)) };
    },
    taken: ({ path }) => pathTaken(path),
    show: ({ project, ...collection }) => toCollection(collection, project),
    after: ({ projectId }) => forgetCollections(projectId),
  }),
);
