import { escapeHtml } from "@/lib/platform/html/escape-html";
import { htmlDocument } from "./html";
import type { Mail } from "./message";

type LinkMail = {
  id: string;
  to: string;
  subject: string;
  /** Why they get it, a paragraph each. */
  what: string | readonly string[];
  link?: { label: string; url: string };
  /** Small print below the link. */
  note: string;
};

/** A short email about an account, with at most one link. */
export function linkMail({ id, to, subject, what, link, note }: LinkMail): Mail {
  const paragraphs = [what].flat();
  const html = [
    ...paragraphs.map((each) => `<p>${escapeHtml(each)}</p>`),
    ...(link ? [`<p><a href="${escapeHtml(link.url)}">${escapeHtml(link.label)}</a></p>`] : []),
    `<p style="color:#52525b;font-size:13px">${escapeHtml(note)}</p>`,
  ];
  const text = [...paragraphs, ...(link ? [`${link.label}: ${link.url}`] : []), note, ""];
  return { id, to, subject, html: htmlDocument(subject, html), text: text.join("\n\n") };
}
