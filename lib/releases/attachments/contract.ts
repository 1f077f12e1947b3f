import { z } from "zod";
import { Success, Timestamp } from "@/lib/operations/fields";
import { listQuery } from "@/lib/operations/list-fields";
import { operation } from "@/lib/operations/operation";
import { releasePath, tag } from "../contract";

export const ReleaseAttachment = z
  .object({
    id: z.guid(),
    releaseId: z.guid(),
    name: z.string(),
    contentType: z.string(),
    size: z.int().meta({ description: "bytes" }),
    createdAt: Timestamp,
  })
  .meta({ id: "ReleaseAttachment" });

/** Limits in bytes for one attachment, and for all of a release together. */
export const attachmentBytesMax = 5 * 1024 * 1024;
export const attachmentsBytesMax = 20 * 1024 * 1024;

const attachments = `${releasePath}/attachments` as const;

export const listReleaseAttachments = operation({
  id: "listReleaseAttachments",
  method: "GET",
  path: attachments,
  tag,
  summary: "List the attachments of a release",
  access: "project",
  query: z.object(
    listQuery(ReleaseAttachment, { sorts: ["createdAt", "name", "size"], searched: "the name" }),
  ),
  output: z.array(ReleaseAttachment),
  list: true,
});
export const addReleaseAttachment = operation({
  id: "addReleaseAttachment",
  method: "POST",
  path: attachments,
  tag,
  summary: "Attach a file to a release",
  access: "project",
  // Leaves room for the form around the file.
  upload: { bytesMax: attachmentBytesMax + 64 * 1024 },
  body: z.object({ file: z.file({ error: "must be one file, with a name" }) }),
  status: 201,
  output: ReleaseAttachment,
});
export const getReleaseAttachment = operation({
  id: "getReleaseAttachment",
  method: "GET",
  path: `${attachments}/:attachmentId` as const,
  tag,
  summary: "Download an attachment",
  access: "project",
  output: z.string(),
  produces: ["*/*"],
  headers: ["Content-Disposition"],
});
export const deleteReleaseAttachment = operation({
  id: "deleteReleaseAttachment",
  method: "DELETE",
  path: `${attachments}/:attachmentId` as const,
  tag,
  summary: "Delete an attachment",
  access: "project",
  output: Success,
});
