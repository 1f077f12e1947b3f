import { v7 as uuidv7 } from "uuid";
import type { invitations } from "@/db/schema/teams";
import { escapeHtml } from "@/lib/platform/html/escape-html";
import { htmlDocument, quotedName } from "@/lib/platform/mail/html";
import type { Mail } from "@/lib/platform/mail/message";

type Invitation = Pick<typeof invitations.$inferSelect, "email" | "role" | "expiresAt">;

/** The email with the link of an invitation. */
export function invitationMail(
  { email, role, expiresAt }: Invitation,
  { teamName, url }: { teamName: string; url: string },
): Mail {
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
  return {
    id: uuidv7(),
    to: email,
    subject,
    html: htmlDocument(subject, parts),
    text: `${what}\n\nAccept the invitation: ${url}\n\n${until} ${ignore}\n`,
  };
}
