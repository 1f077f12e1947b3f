import { escapeHtml } from "@/lib/platform/html/escape-html";
import { Answer, flat } from "./answer";
import type { Ctx } from "./context";
import { statusOf } from "./error-codes";
import { AppError } from "./errors";
import { noteTrail } from "./trail";

/**
 * A small page behind a link in an email. It runs nothing, and no other page can embed it. Its forms tell where they
 * come from, which requests with a session need; other sites get no referrer, which would have the link in it.
 */
export function pageAnswer(title: string, content: string, status = 200): Answer {
  return new Answer(
    status,
    flat({
      "content-type": "text/html; charset=utf-8",
      "content-security-policy":
        "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'",
      "referrer-policy": "same-origin",
      "x-content-type-options": "nosniff",
    }),
    documentOf(title, content),
  );
}

const style = `
  :root { color-scheme: light dark; }
  body { margin: 0; padding: 24px; font: 16px/1.5 system-ui, sans-serif; overflow-wrap: anywhere;
    background: light-dark(#fff, #0d1110); color: light-dark(#18181b, #e4e7e6); }
  main { max-width: 640px; margin: 0 auto; }
  h1 { font-size: 24px; line-height: 1.25; }
  a { color: light-dark(#0b63c5, #7cb7ff); }
  button { font: inherit; padding: 8px 16px; border: 0; border-radius: 8px; cursor: pointer;
    background: light-dark(#18181b, #e4e7e6); color: light-dark(#fff, #18181b); }
`;

const documentOf = (title: string, content: string): string =>
  [
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title>`,
    `<meta name="viewport" content="width=device-width"><style>${style}</style></head>`,
    `<body><main><h1>${escapeHtml(title)}</h1>`,
    content,
    "</main></body></html>",
  ].join("\n");

/** Asks before anything happens, because programs that check the links in a mail open them too. */
export const askingForm = (button: string) =>
  `<form method="post"><button>${escapeHtml(button)}</button></form>`;

export const pageText = (text: string) => `<p>${escapeHtml(text)}</p>`;

export const pageLink = (url: string, label: string) =>
  `<p><a href="${escapeHtml(url)}">${escapeHtml(label)}</a></p>`;

/** Whether the caller is a browser that opened a link, rather than a program that reads JSON. */
export const wantsPage = ({ headers }: Pick<Ctx, "headers">): boolean =>
  headers.get("accept")?.includes("text/html") ?? false;

/**
 * Does what a link is for, and tells a browser on a page why that was refused. Whatever `work` writes has to be in a
 * transaction of its own.
 */
export async function withRefusalPage<T>(
  ctx: Ctx,
  next: string,
  work: () => Promise<T>,
): Promise<T | Answer> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AppError) || !wantsPage(ctx)) throw error;
    noteTrail(ctx, { unchanged: true });
    const [title = "", ...rest] = error.message.split(/(?<=\.) /);
    return pageAnswer(title.replace(/\.$/, ""), pageText(rest.join(" ")) + next, statusOf[error.code]);
  }
}
