import { v7 as uuidv7 } from "uuid";
import { env } from "@/lib/platform/env/env";
import { linkMail } from "@/lib/platform/mail/link-mail";
import { queueNow } from "./emails/queue-email";
import { resetTopic } from "./emails/topics";

export const passwordResetUrl = (token: string) =>
  `${env().appUrl}/reset-password?token=${encodeURIComponent(token)}`;

/** How long the link works. */
export const resetLinkMs = 60 * 60 * 1000;

/** Emails the link for a new password. */
export const mailPasswordReset = (to: string, userId: string, token: string): Promise<void> =>
  queueNow({
    ...{ topic: resetTopic(userId), lastsMs: resetLinkMs },
    mail: linkMail({
      ...{ id: uuidv7(), to, subject: "Reset your password" },
      what: "Someone requested a new password for your Fieldkit account.",
      link: { label: "Reset password", url: passwordResetUrl(token) },
      note: "The link works once, for an hour. If this wasn't you, ignore this email. Your password stays the same.",
    }),
  });
