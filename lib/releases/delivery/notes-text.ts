/** Notes as plain text. Markdown is readable once its backslashes and zero-width spaces are removed. */
export function notesText(content: string): string {
  return content.replace(/\\([!-/:-@[-`{-~])/g, "$1").replaceAll("\u200b", "");
}
