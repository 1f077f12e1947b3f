import { z } from "zod";
import { Success, Timestamp } from "@/lib/operations/fields";
import { pagedQuery } from "@/lib/operations/list-fields";
import { operation } from "@/lib/operations/operation";

export const DeletionKind = z.enum([
  "mock",
  "webhook",
  "flag",
  "group",
  "record",
  "release",
  "collection",
  "segment",
  "forwardingRule",
  "releaseWebhook",
]);
export type DeletionKind = z.output<typeof DeletionKind>;

/** How long a deletion can be undone. */
export const undoableMs = 30_000;

export const Deletion = z
  .object({
    id: z.guid(),
    kind: DeletionKind,
    itemId: z.string().meta({ description: "the ID of the deleted object; restoring keeps it" }),
    name: z.string(),
    deletedAt: Timestamp,
    undoableUntil: Timestamp,
    mine: z.boolean().meta({ description: "whether the caller deleted it" }),
  })
  .meta({ id: "Deletion" });
export type Deletion = z.output<typeof Deletion>;

const tag = "Deletions";

export const listDeletions = operation({
  id: "listDeletions",
  method: "GET",
  path: "/api/projects/:projectId/deletions",
  tag,
  summary: "List the deletions of a project that can be undone",
  access: "project",
  query: z.object(pagedQuery),
  output: z.array(Deletion),
  list: true,
});
export const restoreDeletion = operation({
  id: "restoreDeletion",
  method: "POST",
  path: "/api/projects/:projectId/deletions/:kind/:itemId/restore",
  tag,
  summary: "Restore a deleted object",
  access: "project",
  output: Success,
  errors: ["conflict", "confirmation_required"],
});
