import { v4 as uuidv4 } from "uuid";
import { escapeHtml } from "@/lib/platform/html/escape-html";
import { htmlDocument } from "@/lib/platform/mail/html";
import type { Mail } from "@/lib/platform/mail/message";

/** Asks whether an address is its account's. Nothing in it was written by whoever signed up. */
export function proofMail(to: string, url: string): Mail {
  const subject = "Is this your e-mail address?";
  const what = "Somebody signed up for Fieldkit with this address. If that was you, say so here:";
  const ignore = "The link works for a day. If it was not you, ignore this.";
  return {
    id: uuidv4(),
    to,
    subject,
    html: htmlDocument(subject, [
      `<p>${what}</p>`,
      `<p><a href="${escapeHtml(url)}">This address is mine</a></p>`,
      `<p style="color:#52525b;font-size:13px">${ignore}</p>`,
    ]),
    text: `${what}\n\n${url}\n\n${ignore}\n`,
  };
}
