import { htmlDocument } from "@/lib/platform/mail/html";
import { Answer, flat } from "./answer";

/** A small page behind a link in a mail. It runs nothing, and no other page can show it in itself. */
export function pageAnswer(title: string, content: string): Answer {
  return new Answer(
    200,
    flat({
      "content-type": "text/html; charset=utf-8",
      "content-security-policy":
        "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'",
      "referrer-policy": "no-referrer",
      "x-content-type-options": "nosniff",
    }),
    htmlDocument(title, [content]),
  );
}

/** Asks before anything happens, because programs that check the links in a mail open them too. */
export const askingForm = (button: string) =>
  `<form method="post"><button style="font:inherit;padding:8px 16px">${button}</button></form>`;
