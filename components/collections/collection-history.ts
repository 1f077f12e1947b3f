import type { HistoryOf } from "@/components/audit/history-panel";
import type { CollectionSummary } from "@/components/collections/collections-list";
import type { useWrite } from "@/components/ui/queries";
import { updateMockCollection } from "@/lib/mocks/collections/contract";

/** Who changed a collection. Its items are no part of it. */
export function collectionHistory(
  { id: collectionId, projectId, updatedAt }: Pick<CollectionSummary, "id" | "projectId" | "updatedAt">,
  write: ReturnType<typeof useWrite>,
): HistoryOf {
  return {
    ...{ projectId, subjectKind: "collection", subjectIds: [collectionId] },
    putBack: {
      fields: ["name", "path", "idField", "seed", "enabled"],
      write: (_, fields) =>
        write(updateMockCollection, { projectId, collectionId, ...fields }, { ifMatch: updatedAt }),
    },
  };
}
