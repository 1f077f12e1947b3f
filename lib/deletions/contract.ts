import { z } from "zod";
import { Success, Timestamp } from "@/lib/operations/fields";
import { pagedQuery } from "@/lib/operations/list-fields";
import { operation } from "@/lib/operations/operation";

export const DeletionKind = z.enum(["mock", "webhook", "flag", "group", "record", "release"]);
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
  })
  .meta({ id: "Deletion" });

const tag = "Deletions";

export const listDeletions = operation({
  id: "listDeletions",
  method: "GET",
  path: "/api/projects/:projectId/deletions",
  tag,
  summary: "List what was deleted in a project and can still be put back",
  description:
    "Deleted mocks, inboxes, flags, groups, records and releases can be put back for 30 seconds, together with what hung on them. What was too large to keep is not listed.",
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
  description:
    "It has its ids, times and contents again. 409 names the field when something else took an endpoint, key, prefix or id meanwhile; nothing is put back then.",
  access: "project",
  output: Success,
  errors: ["conflict"],
});
