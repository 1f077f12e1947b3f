import type { webhooks } from "@/db/schema/webhooks";
import type { ProjectRow } from "@/lib/auth/access";
import { withIsoTimes } from "@/lib/operations/present";
import { pathBaseUrl, publicBaseUrl } from "@/lib/projects/to-project";
import { wholeResponse } from "./answers/whole-response";
import { retentionBounds } from "./retention/require-retention";

export type WebhookRow = typeof webhooks.$inferSelect;

/** An inbox as the API shows it. */
export function toWebhook(
  { signatureSecret: _, retainedCount: count, retainedHours: hours, ...row }: WebhookRow,
  project: Pick<ProjectRow, "slug" | "teamReferenceId">,
) {
  return {
    ...withIsoTimes(row),
    response: wholeResponse(row.response),
    retention: { count, hours, ...retentionBounds() },
    url: `${publicBaseUrl(project.teamReferenceId, project.slug)}/api/webhook/${row.referenceId}`,
    pathUrl: `${pathBaseUrl(project.teamReferenceId, project.slug)}/api/webhook/${row.referenceId}`,
  };
}
