import { Slice } from "prosemirror-model";
import { readPasted } from "@/components/releases/rich-text/read-notes";

/** More is pasted as plain text: reading it would hold the page up. */
const pastedMax = 100_000;

/** Whether a plain text has anything that Markdown means something by, or several paragraphs. */
const isMarkdown = (text: string): boolean =>
  /^ {0,3}(#{1,6} |[-*+] |\d+[.)] |> |```|~~~)|\*\*\S|\]\(|\]\[|`[^`\n]+`|\n\s*\n/m.test(text);

/** What a plain text becomes that is pasted; null leaves it to the editor, which takes it as it is. */
export function slicePasted(text: string, isPlain: boolean): Slice | null {
  if (isPlain || text.length > pastedMax || !isMarkdown(text)) return null;
  const { content } = readPasted(text);
  return Slice.maxOpen(content);
}
