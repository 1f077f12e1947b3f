import { db } from "@/db/database";
import { outbox } from "@/db/outbox";
import type { invitations } from "@/db/schema/teams";
import { escapeHtml } from "@/lib/platform/html/escape-html";
import { log } from "@/lib/platform/log/log";
import { htmlDocument, quotedName } from "@/lib/platform/mail/html";
import { mailer } from "@/lib/platform/mail/mail";
import { MailError } from "@/lib/platform/mail/mail-error";

type Invitation = Pick<typeof invitations.$inferSelect, "id" | "email" | "role" | "expiresAt">;

/** Mails the link of an invitation. A failure is only logged, because the inviting person has the link anyway. */
export async function mailInvitation(
  { id, email, role, expiresAt }: Invitation,
  { teamName, url }: { teamName: string; url: string },
): Promise<void> {
  const team = quotedName(teamName);
  const subject = `You are invited to ${team}`;
  const until = `The link works once, until ${expiresAt.toISOString().slice(0, 10)}.`;
  const what = `You are invited to join the team ${team} on Fieldkit as ${role === "admin" ? "an admin" : "a member"}.`;
  const ignore = "If you did not expect this, ignore it.";
  const parts = [
    `<p>${escapeHtml(what)}</p>`,
    `<p><a href="${escapeHtml(url)}">Accept the invitation</a></p>`,
    `<p style="color:#52525b;font-size:13px">${until} ${ignore}</p>`,
  ];
  try {
    await mailer(outbox(db()))({
      id,
      to: email,
      subject,
      html: htmlDocument(subject, parts),
      text: `${what}\n\nAccept the invitation: ${url}\n\n${until} ${ignore}\n`,
    });
  } catch (error) {
    if (!(error instanceof MailError)) throw error;
    log().warn({ invitation: id, detail: error.detail }, "an invitation could not be mailed");
  }
}
