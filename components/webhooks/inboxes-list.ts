import { defineList, type RowOf } from "@/components/ui/list-definition";
import { listWebhooks } from "@/lib/webhooks/contract";

/** Without the answers, whose bodies may be long: an inbox's own page says what it answers. */
export const inboxesList = defineList({
  op: listWebhooks,
  label: "Inboxes",
  noun: ["inbox", "inboxes"],
  placeholder: "Filter by name or description",
  fields: ["id", "projectId", "name", "description", "url", "expiresAt", "createdAt"],
  sort: "-createdAt",
});

export type InboxSummary = RowOf<typeof inboxesList>;
