import type { MarkdownIt, Token } from "markdown-it";
import { type Label, labelOfHeading, labelOfMarker, labelWords } from "./labels";

/**
 * Makes `**New:**` at the beginning of a paragraph, item or heading a token of its own, whose `meta` has the label, and
 * gives headings that are labels a class.
 */
export function showLabels(markdown: MarkdownIt): void {
  markdown.core.ruler.push("labels", (state) => {
    state.tokens.forEach((token, place) => {
      if (token.type !== "inline" || !token.children) return;
      const marked = markerOf(token.children);
      if (marked) {
        const label = new state.Token("label", "strong", 0);
        label.meta = { label: marked.label };
        token.children.splice(0, marked.length, label);
      }
      const heading = state.tokens[place - 1];
      const label = heading?.type === "heading_open" ? labelOfHeading(token.content) : undefined;
      if (label) heading?.attrSet("class", classOf(label));
    });
  });
  // The colon is there for readers without our styles, such as those of feeds.
  markdown.renderer.rules.label = (tokens, place) => {
    const label = tokens[place]?.meta?.label as Label;
    return `<strong class="${classOf(label)}">${labelWords[label]}<span>:</span></strong>`;
  };
}

export const classOf = (label: Label): string => `label label-${label}`;

/** How many of the first tokens are a marker, and of which label. */
function markerOf(children: readonly Token[]): { label: Label; length: number } | undefined {
  const begin = children.findIndex(({ type, content }) => type !== "text" || content !== "");
  const [open, text, close] = children.slice(begin, begin + 3);
  if (open?.type !== "strong_open" || text?.type !== "text" || close?.type !== "strong_close")
    return undefined;
  const label = labelOfMarker(text.content);
  return label && { label, length: begin + 3 };
}
