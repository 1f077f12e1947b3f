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
    itemId: z.string().meta({ description: "the id that the thing had and will have again" }),
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
  summary: "List what was deleted in a project and can still be put back",
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
  summary: "Put back what was deleted",
  access: "project",
  output: Success,
  errors: ["conflict"],
});
