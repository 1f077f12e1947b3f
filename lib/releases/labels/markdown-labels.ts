import type { MarkdownIt, Token } from "markdown-it";
import { classOf, type Label, labelOfHeading, labelOfMarker, labelWords } from "./labels";

/**
 * Makes `**New:**` at the beginning of a paragraph, item or heading a token of its own, whose `meta` has the label.
 */
export function readLabels(markdown: MarkdownIt): void {
  markdown.core.ruler.push("labels", ({ tokens, Token: Made }) => {
    for (const { type, children } of tokens) {
      const marked = type === "inline" && children ? markerOf(children) : undefined;
      if (!marked || !children) continue;
      const label = new Made("label", "strong", 0);
      label.meta = { label: marked.label };
      children.splice(0, marked.length, label);
    }
  });
  // The colon is there for readers without our styles, such as those of feeds.
  markdown.renderer.rules.label = (tokens, place) => {
    const label = tokens[place]?.meta?.label as Label;
    return `<strong class="${classOf(label)}">${labelWords[label]}<span>:</span></strong>`;
  };
}

/** Shows headings that are labels as such. */
export function showLabelHeadings(markdown: MarkdownIt): void {
  markdown.core.ruler.push("label_headings", ({ tokens, Token: Made }) => {
    tokens.forEach((token, place) => {
      if (token.type !== "inline" || tokens[place - 1]?.type !== "heading_open") return;
      const label = labelOfHeading(token.content);
      if (!label) return;
      const open = new Made("strong_open", "strong", 1);
      open.attrSet("class", classOf(label));
      token.children = [open, ...(token.children ?? []), new Made("strong_close", "strong", -1)];
    });
  });
}

/** How many of the first tokens are a marker, and of which label. */
function markerOf(children: readonly Token[]): { label: Label; length: number } | undefined {
  const begin = children.findIndex(({ type, content }) => type !== "text" || content !== "");
  const [open, text, close] = children.slice(begin, begin + 3);
  if (open?.type !== "strong_open" || text?.type !== "text" || close?.type !== "strong_close")
    return undefined;
  const label = labelOfMarker(text.content);
  return label && { label, length: begin + 3 };
}
