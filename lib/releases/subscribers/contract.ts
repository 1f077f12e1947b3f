import { z } from "zod";
import { Success, Timestamp } from "@/lib/operations/fields";
import { listQuery } from "@/lib/operations/list-fields";
import { operation } from "@/lib/operations/operation";
import { tag } from "../contract";

export const ReleaseSubscriber = z
  .object({
    id: z.guid(),
    email: z.string(),
    subscribedAt: Timestamp.meta({ description: "when they opened the link in the mail" }),
  })
  .meta({ id: "ReleaseSubscriber" });

const subscribers = "/api/projects/:projectId/release-subscribers";

export const listReleaseSubscribers = operation({
  id: "listReleaseSubscribers",
  method: "GET",
  path: subscribers,
  tag,
  summary: "List who has subscribed on the public page",
  access: "project",
  query: z.object(
    listQuery(ReleaseSubscriber, {
      sorts: ["subscribedAt", "email"],
      sortedBy: "-subscribedAt",
      searched: "the address",
    }),
  ),
  output: z.array(ReleaseSubscriber),
  list: true,
});
export const removeReleaseSubscriber = operation({
  id: "removeReleaseSubscriber",
  method: "DELETE",
  path: `${subscribers}/:subscriberId` as const,
  tag,
  summary: "Remove a subscriber, who may subscribe again",
  access: "project",
  output: Success,
});

export const subscribeToReleases = operation({
  id: "subscribeToReleases",
  method: "POST",
  path: "/api/changelogs/:team/:project/subscriptions",
  tag,
  summary: "Ask for the releases of a public page by e-mail, as its form does",
  access: "public",
  // A form without files, because a page without scripts sends it.
  upload: { bytesMax: 16 * 1024 },
  body: z.object({ email: z.email({ error: "must be an e-mail address" }).max(320) }),
  output: Success.extend({
    email: z.enum(["not_configured", "queued", "delayed"]).meta({
      description: "says nothing about the address; as for a password reset",
    }),
  }),
  produces: ["application/json", "text/html"],
  errors: ["not_found", "conflict", "rate_limited"],
});

const link = "/api/release-subscribers/:subscription";

export const showSubscriberConfirmation = operation({
  id: "showSubscriberConfirmation",
  method: "GET",
  path: link,
  tag,
  summary: "The page behind the link that a new subscriber gets",
  access: "public",
  output: z.string(),
  produces: ["text/html"],
  errors: ["not_found", "gone"],
});
export const confirmSubscriber = operation({
  id: "confirmSubscriber",
  method: "POST",
  path: link,
  tag,
  summary: "Subscribe, by the link in the mail",
  access: "public",
  output: Success,
  produces: ["application/json", "text/html"],
  errors: ["not_found", "gone"],
});
