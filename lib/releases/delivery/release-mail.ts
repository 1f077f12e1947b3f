import { escapeHtml } from "@/lib/platform/html/escape-html";
import { htmlDocument, oneLine, quotedName } from "@/lib/platform/mail/html";
import { withAltTexts } from "../images/attached-images";
import type { Label } from "../labels/labels";
import { withTopHeading } from "../markdown-html";
import type { ReleaseRow } from "../notes/to-release";
import { notesText } from "./notes-text";
import type { Origin } from "./origin";

/**
 * What all recipients of a release get, with the recipient's own link to end it.
 * @param url where the release can be read
 * @param notes as HTML; undefined when they are too long for a mail
 */
export function releaseMail(
  { project, team, sender }: Origin,
  { title, content, status }: ReleaseRow,
  { url, notes }: { url: string; notes: string | undefined },
) {
  const subject = oneLine(status === "draft" ? `Draft: ${title}` : title);
  const why = `${sender} of the team ${quotedName(team)} sends you the release notes of ${quotedName(project)}.`;
  const body =
    notes === undefined
      ? { html: `<p>${tooLong}</p>`, text: tooLong }
      : { html: withLabelColours(withTopHeading(notes, 2)), text: notesText(withAltTexts(content)).trim() };
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

/** Mails have no styles but those of their elements. */
const withLabelColours = (html: string): string =>
  html.replace(
    /<strong class="label label-([a-z]+)">/g,
    (_, label: Label) =>
      `<strong style="padding:0 6px;border-radius:4px;${labelColours[label] ?? labelColours.improved}">`,
  );

const labelColours: Record<Label, string> = {
  new: "background:#e6effc;color:#1c4f96",
  improved: "background:#ebeeec;color:#3d4a48",
  fixed: "background:#e0f5e8;color:#0a5c35",
  breaking: "background:#fdf0cf;color:#7a4d00",
  security: "background:#fde8e9;color:#a5112d",
};

const tooLong = "These notes are too long for an e-mail. Open the release to read them.";
