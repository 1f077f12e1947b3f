import { z } from "zod";
import { wholeNumber } from "@/lib/operations/list-fields";
import { operation } from "@/lib/operations/operation";
import { CapturedRequest, SequenceQuery } from "@/lib/webhooks/contract";

export const searchRequests = operation({
  id: "searchRequests",
  method: "GET",
  path: "/api/projects/:projectId/webhooks/:webhookId/search",
  tag: "Webhooks",
  summary: "Search captured requests step by step, newest first",
  access: "project",
  query: z.object({
    q: z
      .string({ error: "must be a text" })
      .min(1, { error: "must not be empty" })
      .max(500, { error: "must have at most 500 characters" })
      .meta({ description: "searches path, query, headers and body" }),
    before: SequenceQuery.optional().meta({
      description: "only those with a lower sequence: `next` of the step before",
    }),
    after: SequenceQuery.optional().meta({ description: "only those with a higher sequence" }),
    bodyBytesMax: wholeNumber(0, 999_999_999)
      .optional()
      .meta({ description: "leaves out what bodies hold beyond this many bytes" }),
  }),
  output: z
    .object({
      items: z.array(CapturedRequest).meta({ description: "those of this step that have the text" }),
      searched: z.int().meta({ description: "how many this step looked at" }),
      left: z.int().meta({ description: "how many are still to be looked at" }),
      next: z.int().nullable().meta({ description: "`before` of the next step; null after the last one" }),
    })
    .meta({ id: "RequestSearchStep" }),
});
