import { v4 as uuidv4 } from "uuid";
import { escapeHtml } from "@/lib/platform/html/escape-html";
import { htmlDocument, quotedName } from "@/lib/platform/mail/html";
import type { Mail } from "@/lib/platform/mail/message";

/** Asks whoever has the address whether it was them who asked for the releases of a project. */
export function subscriberMail(to: string, { project, url }: { project: string; url: string }): Mail {
  const subject = `Subscribe to ${quotedName(project)}?`;
  const what = `Somebody entered this address to get the release notes of ${quotedName(project)}. If that was you, say so within a week:`;
  const ignore = "If it was not you, ignore this. You get nothing without opening the link.";
  return {
    id: uuidv4(),
    to,
    subject,
    html: htmlDocument(subject, [
      `<p>${escapeHtml(what)}</p>`,
      `<p><a href="${escapeHtml(url)}">Yes, subscribe</a></p>`,
      `<p style="color:#52525b;font-size:13px">${ignore}</p>`,
    ]),
    text: `${what}\n\n${url}\n\n${ignore}\n`,
  };
}
