import { escapeHtml } from "@/lib/platform/html/escape-html";

/**
 * A complete document, simple enough for every mail reader.
 * @param parts HTML, below the title
 */
export function htmlDocument(title: string, parts: readonly string[]): string {
  return [
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title>`,
    `<meta name="viewport" content="width=device-width"></head>`,
    `<body style="margin:0;padding:24px;font-family:system-ui,sans-serif;line-height:1.5;color:#18181b">`,
    `<div style="max-width:640px;margin:0 auto"><h1 style="font-size:24px">${escapeHtml(title)}</h1>`,
    ...parts,
    "</div></body></html>",
  ].join("\n");
}

/** Makes a text safe for a header, which would end at a line break. */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, " ").trim();
}

/**
 * Makes a name safe to mail, since strangers choose it and strangers read it: one short line that no mail reader
 * turns into a link.
 */
export function quotedName(name: string): string {
  const line = oneLine(name).slice(0, 80).toWellFormed();
  return `\u201c${line.replace(/[.:/@]/g, "$&\u2060")}\u201d`;
}
