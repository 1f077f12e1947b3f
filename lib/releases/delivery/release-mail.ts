import { escapeHtml } from "@/lib/platform/html/escape-html";
import { htmlDocument, oneLine } from "@/lib/platform/mail/html";
import { withTopHeading } from "../markdown-html";
import type { ReleaseRow } from "../notes/to-release";
import { notesText } from "./notes-text";

/**
 * What all recipients of a release get, with the recipient's own link to end it.
 * @param url where the release can be read
 * @param notes as HTML; undefined when they are too long for a mail
 */
export function releaseMail(
  projectName: string,
  { title, content, status }: ReleaseRow,
  { url, notes }: { url: string; notes: string | undefined },
) {
  const subject = oneLine(status === "draft" ? `Draft: ${title}` : title);
  const why = `You get this because your address is set to receive release notes of ${oneLine(projectName)}.`;
  const body =
    notes === undefined
      ? { html: `<p>${tooLong}</p>`, text: tooLong }
      : { html: withTopHeading(notes, 2), text: notesText(content).trim() };
  return (unsubscribeUrl: string) => ({
    subject,
    html: htmlDocument(subject, [
      body.html,
      `<hr style="border:0;border-top:1px solid #d4d4d8;margin:32px 0 16px">`,
      `<p style="color:#52525b;font-size:13px">${escapeHtml(why)}<br>`,
      `<a href="${escapeHtml(url)}">Open in Fieldkit</a> · <a href="${escapeHtml(unsubscribeUrl)}">Unsubscribe</a></p>`,
    ]),
    text: `${subject}\n\n${body.text}\n\n-- \n${why}\nOpen in Fieldkit: ${url}\nUnsubscribe: ${unsubscribeUrl}\n`,
    headers: {
      "List-Unsubscribe": `<${unsubscribeUrl}>`,
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    },
  });
}

const tooLong = "These notes are too long for an e-mail. Open the release to read them.";
