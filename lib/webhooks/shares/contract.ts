import { z } from "zod";
import { Success, Timestamp } from "@/lib/operations/fields";
import { listQuery } from "@/lib/operations/list-fields";
import { operation } from "@/lib/operations/operation";

const tag = "Webhooks";
const inbox = "/api/projects/:projectId/webhooks/:webhookId";

/** How many links of an inbox may be open at a time. */
export const sharesMax = 100;

const hourMs = 60 * 60 * 1000;
/** For how long a link may hold. */
export const shareTimes = { "1h": hourMs, "1d": 24 * hourMs, "7d": 7 * 24 * hourMs, "30d": 30 * 24 * hourMs };
export type ShareTime = keyof typeof shareTimes;
const times = Object.keys(shareTimes) as ShareTime[];

/** Stands where something was masked. */
export const mask = "[masked]";

const yes = z.boolean({ error: "must be true or false" });
const headerName = z
  .string({ error: "must be a name of a header" })
  .min(1, { error: "must be a name of a header" })
  .max(200, { error: "must have at most 200 characters" })
  .transform((name) => name.toLowerCase());

export const Masks = z
  .object({
    headers: z
      .array(z.string())
      .meta({ description: "names of headers without their values, in lower case" }),
    query: z.boolean().meta({ description: "whether values of the query are left out" }),
    ip: z.boolean(),
    body: z.boolean(),
  })
  .meta({ id: "CaptureMasks" });
export type Masks = z.output<typeof Masks>;

export const SharedCapture = z
  .object({
    id: z.guid(),
    requestId: z.string(),
    sequence: z.int(),
    method: z.string(),
    path: z.string().meta({ description: "below the inbox's address, with the query" }),
    masked: Masks,
    createdBy: z.string(),
    createdAt: Timestamp,
    expiresAt: Timestamp,
    openCount: z.int(),
    lastOpenedAt: Timestamp.nullable(),
  })
  .meta({ id: "SharedCapture" });

export const shareRequest = operation({
  id: "shareRequest",
  method: "POST",
  path: `${inbox}/requests/:requestId/shares` as const,
  tag,
  summary: "Make a link that shows a captured request to anybody for a while",
  access: "project",
  body: z.object({
    expiresIn: z.enum(times, { error: `must be one of ${times.join(", ")}` }).default("1d"),
    masked: z
      .object(
        {
          headers: z
            .array(headerName, { error: "must be a list of names of headers" })
            .max(200, { error: "must name at most 200 headers" })
            .default([]),
          query: yes.default(false),
          ip: yes.default(false),
          body: yes.default(false),
        },
        { error: "must be an object with headers, query, ip and body" },
      )
      .default({ headers: [], query: false, ip: false, body: false }),
  }),
  status: 201,
  output: SharedCapture.extend({
    url: z.string().meta({ description: "shown this once; with `.json` behind it, the request as JSON" }),
  }).meta({ id: "NewSharedCapture" }),
  errors: ["conflict"],
  secret: true,
});
export const listShares = operation({
  id: "listShares",
  method: "GET",
  path: `${inbox}/shares` as const,
  tag,
  summary: "List the links to captured requests of an inbox",
  access: "project",
  query: z.object(
    listQuery(SharedCapture, {
      sorts: ["createdAt", "expiresAt"],
      searched: "method, path and who made the link",
    }),
  ),
  output: z.array(SharedCapture),
  list: true,
});
export const revokeShare = operation({
  id: "revokeShare",
  method: "DELETE",
  path: `${inbox}/shares/:shareId` as const,
  tag,
  summary: "End a link to a captured request at once",
  access: "project",
  output: Success,
});
