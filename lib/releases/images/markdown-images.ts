import type { MarkdownIt } from "markdown-it";
import { attachedDestination, attachmentSource } from "./attached-images";

/**
 * Reads `![words](attachment:<id>)` as an image. Only images may name an attachment: a link to one would be opened, so
 * it stays the text that it is, as does an image by reference.
 */
export function readAttachedImages(markdown: MarkdownIt): void {
  markdown.inline.ruler.before("image", "attached_image", (state, silent) => {
    if (!state.src.startsWith("![", state.pos)) return false;
    const end = state.md.helpers.parseLinkLabel(state, state.pos + 1, false);
    if (end < 0) return false;
    attachedDestination.lastIndex = end + 1;
    const found = attachedDestination.exec(state.src);
    const behind = attachedDestination.lastIndex;
    if (!found || behind > state.posMax) return false;
    if (!silent) {
      const token = state.push("image", "img", 0);
      token.content = state.src.slice(state.pos + 2, end);
      token.children = [];
      state.md.inline.parse(token.content, state.md, state.env, token.children);
      token.attrs = [
        ["src", attachmentSource(found[1] ?? "")],
        ["alt", ""],
      ];
      if (found[2]) token.attrPush(["title", state.md.utils.unescapeAll(found[2])]);
    }
    state.pos = behind;
    return true;
  });
}
