import { z } from "zod";
import { Proof } from "@/lib/account/ways/contract";
import { Email } from "@/lib/auth/contract";
import { EmailStatus } from "@/lib/auth/emails/contract";
import { Success } from "@/lib/operations/fields";
import { operation } from "@/lib/operations/operation";

export const requestEmailChange = operation({
  id: "requestEmailChange",
  method: "POST",
  path: "/api/account/email",
  tag: "Account",
  summary: "Send a link to a new email address to change your account's address to it",
  access: "session",
  body: Proof.extend({ newEmail: Email }),
  output: Success.extend({ emailStatus: EmailStatus }),
  errors: ["forbidden", "rate_limited"],
  callsOut: true,
});
const emailChange = "/api/auth/change-email/:emailChange";
export const showEmailChange = operation({
  id: "showEmailChange",
  method: "GET",
  path: emailChange,
  tag: "Accounts",
  summary: "The page behind that link, which asks whether the address is to be changed",
  access: "public",
  output: z.string(),
  produces: ["text/html"],
  errors: ["gone"],
});
export const changeEmail = operation({
  id: "changeEmail",
  method: "POST",
  path: emailChange,
  tag: "Accounts",
  summary: "Change an account's e-mail address by the link that was mailed to the new one",
  access: "public",
  output: Success,
  produces: ["application/json", "text/html"],
  errors: ["gone", "conflict"],
  trail: true,
});

const cancellation = "/api/auth/cancel-email-change/:cancellation";
export const showEmailChangeCancellation = operation({
  id: "showEmailChangeCancellation",
  method: "GET",
  path: cancellation,
  tag: "Accounts",
  summary: "Show the page that asks whether to cancel an email change",
  access: "public",
  output: z.string(),
  produces: ["text/html"],
  errors: ["gone"],
});
export const cancelEmailChange = operation({
  id: "cancelEmailChange",
  method: "POST",
  path: cancellation,
  tag: "Accounts",
  summary: "Cancel an email change and sign out everywhere, with the link sent to the current address",
  access: "public",
  output: Success,
  produces: ["application/json", "text/html"],
  errors: ["gone"],
  trail: true,
});
const restoration = "/api/auth/restore-email/:restoration";
export const showEmailRestoration = operation({
  id: "showEmailRestoration",
  method: "GET",
  path: restoration,
  tag: "Accounts",
  summary: "Show the page that asks whether to restore an earlier email address",
  access: "public",
  output: z.string(),
  produces: ["text/html"],
  errors: ["gone"],
});
export const restoreEmail = operation({
  id: "restoreEmail",
  method: "POST",
  path: restoration,
  tag: "Accounts",
  summary: "Restore an earlier email address with the link sent to it, and start a password reset",
  access: "public",
  output: Success.extend({
    resetUrl: z.string().meta({ description: "the page to choose a new password, once and for an hour" }),
  }).meta({ id: "EmailRestored" }),
  produces: ["application/json", "text/html"],
  errors: ["gone", "conflict"],
  secret: true,
  trail: true,
});
