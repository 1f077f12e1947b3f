import { v4 as uuidv4 } from "uuid";
import { escapeHtml } from "@/lib/platform/html/escape-html";
import { htmlDocument, quotedName } from "@/lib/platform/mail/html";
import type { Mail } from "@/lib/platform/mail/message";
import type { Origin } from "./origin";

/** Asks somebody outside the team whether they want the release notes of a project. */
export function confirmationMail(
  to: string,
  { project, team, sender }: Origin,
  { confirm, refuse }: { confirm: string; refuse: string },
): Mail {
  const subject = `Release notes of ${quotedName(project)}?`;
  const what = `${sender} of the team ${quotedName(team)} wants to send you the release notes of ${quotedName(project)} by Fieldkit. You'll get them only if you confirm:`;
  const ignore = "If you don't want them, ignore this email. To stop these questions too, unsubscribe:";
  return {
    id: uuidv4(),
    to,
    subject,
    html: htmlDocument(subject, [
      `<p>${escapeHtml(what)}</p>`,
      `<p><a href="${escapeHtml(confirm)}">Get the release notes</a></p>`,
      `<p style="color:#52525b;font-size:13px">${ignore} <a href="${escapeHtml(refuse)}">Unsubscribe</a></p>`,
    ]),
    text: `${what}\n\n${confirm}\n\n${ignore}\n${refuse}\n`,
  };
}
