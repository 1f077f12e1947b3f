import { z } from "zod";
import { Success } from "@/lib/operations/fields";
import { operation } from "@/lib/operations/operation";
import { CapturePin } from "@/lib/webhooks/contract";

const tag = "Webhooks";
const request = "/api/projects/:projectId/webhooks/:webhookId/requests/:requestId";

export const noteLengthMax = 2000;
/** How many captures of an inbox may be pinned. */
export const pinsMax = 100;

export const pinRequest = operation({
  id: "pinRequest",
  method: "PUT",
  path: `${request}/pin` as const,
  tag,
  summary: "Pin a captured request, so that newer ones do not push it out",
  access: "project",
  output: CapturePin,
  errors: ["conflict"],
});
export const unpinRequest = operation({
  id: "unpinRequest",
  method: "DELETE",
  path: `${request}/pin` as const,
  tag,
  summary: "Unpin a captured request, with its note",
  access: "project",
  output: Success,
});
export const noteRequest = operation({
  id: "noteRequest",
  method: "PUT",
  path: `${request}/note` as const,
  tag,
  summary: "Write a note on a captured request, which pins it",
  access: "project",
  body: z.object({
    note: z
      .string({ error: "must be a text or null" })
      .trim()
      .max(noteLengthMax, { error: `must have at most ${noteLengthMax} characters` })
      .transform((text) => text || null)
      .nullable(),
  }),
  output: CapturePin,
  errors: ["conflict"],
});
