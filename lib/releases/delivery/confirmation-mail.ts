import { v4 as uuidv4 } from "uuid";
import { escapeHtml } from "@/lib/platform/html/escape-html";
import { htmlDocument, quotedName } from "@/lib/platform/mail/html";
import type { Mail } from "@/lib/platform/mail/message";
import type { Origin } from "./origin";

/** Asks somebody outside the team whether they want the release notes of a project. */
export function confirmationMail(to: string, { project, team, sender }: Origin, url: string): Mail {
  const subject = `Release notes of ${quotedName(project)}?`;
  const what = `${sender} of the team ${quotedName(team)} wants to send you the release notes of ${quotedName(project)} by Fieldkit. You get them only if you say so:`;
  const ignore = "If you do not want them, ignore this. You are not asked again.";
  return {
    id: uuidv4(),
    to,
    subject,
    html: htmlDocument(subject, [
      `<p>${escapeHtml(what)}</p>`,
      `<p><a href="${escapeHtml(url)}">Get the release notes</a></p>`,
      `<p style="color:#52525b;font-size:13px">${ignore}</p>`,
    ]),
    text: `${what}\n\n${url}\n\n${ignore}\n`,
  };
}
