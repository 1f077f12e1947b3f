/** Escapes other people's text for Markdown, so that it contains no link, image, HTML or emphasis. */
export function escapeMarkdown(text: string): string {
  return text
    .replace(/[\\`*_{}[\]<>#|~!&]/g, "\\$&")
    .replace(/^(\s*)([-+]|\d+[.)])(\s)/, "$1\\$2$3")
    .replace(/(https?|ftp):\/\//gi, "$1:\u200b//")
    .replace(/\bwww\./gi, "www\u200b.");
}
