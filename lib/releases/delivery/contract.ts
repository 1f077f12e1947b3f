import { z } from "zod";
import { EmailStatus } from "@/lib/auth/emails/contract";
import { Success } from "@/lib/operations/fields";
import { listQuery, Truth } from "@/lib/operations/list-fields";
import { operation } from "@/lib/operations/operation";
import { releasePath, tag } from "../contract";

export const getReleaseRecipients = operation({
  id: "getReleaseRecipients",
  method: "GET",
  path: "/api/projects/:projectId/release-recipients",
  tag,
  summary: "Tell which recipients get release e-mails, and which have not agreed or have ended them",
  access: "project",
  output: z.object({
    recipients: z.array(
      z.object({
        email: z.string(),
        state: z.enum(["open", "unasked", "pending", "confirmed", "refused"]).meta({
          description: "`open`: gets them without being asked; `unasked`: is asked by the next sending",
        }),
      }),
    ),
    emailConfigured: z
      .boolean()
      .meta({ description: "false: the instance has no mail service, and emails go to its outbox" }),
    subscribers: z
      .int()
      .meta({ description: "who get them besides, because they subscribed on the public page" }),
  }),
});
export const sendReleaseToSlack = operation({
  id: "sendReleaseToSlack",
  method: "POST",
  path: `${releasePath}/send-slack` as const,
  tag,
  summary: "Send a release to the project's Slack channel, once per revision as a draft and once published",
  access: "project",
  output: Success,
  errors: ["conflict", "bad_gateway"],
  callsOut: true,
});
export const sendReleaseByEmail = operation({
  id: "sendReleaseByEmail",
  method: "POST",
  path: `${releasePath}/send-email` as const,
  tag,
  summary: "Send a release with its attachments to the project's e-mail recipients",
  access: "project",
  output: Success,
  errors: ["conflict", "rate_limited", "bad_gateway"],
  callsOut: true,
});
export const ReleaseEmail = z
  .object({ id: z.guid(), recipient: z.string(), emailStatus: EmailStatus })
  .meta({ id: "ReleaseEmail" });
export const listReleaseEmails = operation({
  id: "listReleaseEmails",
  method: "GET",
  path: `${releasePath}/emails` as const,
  tag,
  summary: "List the recipients that the current text of a release was sent to, with what became of it",
  access: "project",
  query: z.object({
    ...listQuery(ReleaseEmail, { sorts: ["recipient"], sortedBy: "recipient", searched: "recipient" }),
    delivered: Truth.optional().meta({ description: "false: only recipients who don't have the email" }),
  }),
  output: z.array(ReleaseEmail),
  list: true,
  errors: ["not_found"],
});
/** By channel: the operation that sends a release there. */
export const sendRelease = { slack: sendReleaseToSlack, email: sendReleaseByEmail };
export type ChannelKind = keyof typeof sendRelease;

export const sendReleaseTest = operation({
  id: "sendReleaseTest",
  method: "POST",
  path: `${releasePath}/send-test` as const,
  tag,
  summary: "Send a release to yourself, as its recipients would get it",
  access: "project",
  output: Success,
  errors: ["conflict", "rate_limited", "bad_gateway"],
  callsOut: true,
});

const subscription = "/api/release-subscriptions/:subscription";

export const showReleaseSubscription = operation({
  id: "showReleaseSubscription",
  method: "GET",
  path: subscription,
  tag,
  summary: "The page behind the link in every release e-mail, where its recipient can end them",
  access: "public",
  output: z.string(),
  produces: ["text/html"],
});
export const endReleaseSubscription = operation({
  id: "endReleaseSubscription",
  method: "POST",
  path: subscription,
  tag,
  summary: "End the release e-mails to a recipient, as RFC 8058 asks with one click",
  access: "public",
  output: Success,
  produces: ["application/json", "text/html"],
});
export const showReleaseConfirmation = operation({
  id: "showReleaseConfirmation",
  method: "GET",
  path: `${subscription}/confirm` as const,
  tag,
  summary: "The page behind the link that asks a recipient whether they want release e-mails",
  access: "public",
  output: z.string(),
  produces: ["text/html"],
});
export const confirmReleaseSubscription = operation({
  id: "confirmReleaseSubscription",
  method: "POST",
  path: `${subscription}/confirm` as const,
  tag,
  summary: "Allow release e-mails to a recipient, at first or again",
  access: "public",
  output: Success,
  produces: ["application/json", "text/html"],
});
