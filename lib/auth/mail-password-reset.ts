import { v7 as uuidv7 } from "uuid";
import { db } from "@/db/database";
import { outbox } from "@/db/outbox";
import { env } from "@/lib/platform/env/env";
import { escapeHtml } from "@/lib/platform/html/escape-html";
import { log } from "@/lib/platform/log/log";
import { htmlDocument } from "@/lib/platform/mail/html";
import { mailer } from "@/lib/platform/mail/mail";
import { MailError } from "@/lib/platform/mail/mail-error";

/** How long a link for a new password works. */
export const resetMs = 60 * 60 * 1000;

/** Mails the link for a new password. A failure is only logged: whether an account exists is not told. */
export async function mailPasswordReset(to: string, token: string): Promise<void> {
  const url = `${env().appUrl}/reset-password?token=${encodeURIComponent(token)}`;
  const subject = "Choose a new password";
  const what = "Somebody, hopefully you, asked for a new password for your Fieldkit account.";
  const until = "The link works once, for an hour, and signs you in.";
  const ignore = "If it was not you, ignore this: nothing changes.";
  try {
    await mailer(outbox(db()))({
      id: uuidv7(),
      to,
      subject,
      html: htmlDocument(subject, [
        `<p>${what}</p>`,
        `<p><a href="${escapeHtml(url)}">Choose a new password</a></p>`,
        `<p style="color:#52525b;font-size:13px">${until} ${ignore}</p>`,
      ]),
      text: `${what}\n\nChoose a new password: ${url}\n\n${until} ${ignore}\n`,
    });
  } catch (error) {
    if (!(error instanceof MailError)) throw error;
    log().warn({ detail: error.detail }, "a link for a new password could not be mailed");
  }
}
