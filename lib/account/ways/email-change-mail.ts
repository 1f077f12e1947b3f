import { v7 as uuidv7 } from "uuid";
import { escapeHtml } from "@/lib/platform/html/escape-html";
import { htmlDocument } from "@/lib/platform/mail/html";
import type { Mail } from "@/lib/platform/mail/message";

/** Goes to the new address. */
export function changeMail(to: string, before: string, url: string): Mail {
  const what = `The Fieldkit account with the address ${before} is to have this one. If that is yours, say so here:`;
  const ignore = "The link works once, for a day. If it was not you, ignore this: nothing changes.";
  return mailOf(to, "Is this your new e-mail address?", what, ignore, url);
}

/** Goes to an address that is an account's already, so that whoever asked learns nothing. */
export function takenMail(to: string): Mail {
  const what =
    "Somebody wanted to give this address to their Fieldkit account. It is the address of another account already, which stays as it is.";
  return mailOf(to, "This address has an account already", what, "If it was not you, ignore this.");
}

function mailOf(to: string, subject: string, what: string, ignore: string, url?: string): Mail {
  const link = url ? [`<p><a href="${escapeHtml(url)}">Use this address</a></p>`] : [];
  return {
    id: uuidv7(),
    to,
    subject,
    html: htmlDocument(subject, [
      `<p>${escapeHtml(what)}</p>`,
      ...link,
      `<p style="color:#52525b;font-size:13px">${ignore}</p>`,
    ]),
    text: [what, ...(url ? [url] : []), ignore, ""].join("\n\n"),
  };
}
