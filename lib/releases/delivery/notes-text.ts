/** Notes as plain text: Markdown reads well once its backslashes and zero-width spaces are gone. */
export function notesText(content: string): string {
  return content.replace(/\\([!-/:-@[-`{-~])/g, "$1").replaceAll("\u200b", "");
}
