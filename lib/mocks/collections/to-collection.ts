import type { ProjectRow } from "@/lib/auth/access";
import { withIsoTimes } from "@/lib/operations/present";
import { publicBaseUrl } from "@/lib/projects/to-project";
import type { CollectionRow } from "./require-collection";

/** A collection as the API shows it. */
export function toCollection(
  { lastPosition: _, lastNumber: __, ...row }: CollectionRow,
  project: Pick<ProjectRow, "slug" | "teamReferenceId">,
) {
  return {
    ...withIsoTimes(row),
    url: `${publicBaseUrl(project.teamReferenceId, project.slug)}/api/mock${row.path}`,
  };
}
