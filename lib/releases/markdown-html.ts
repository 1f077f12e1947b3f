import MarkdownParser, { type MarkdownIt, type Token } from "markdown-it";
import { harmlessLink } from "./harmless-link";
import { readAttachedImages } from "./images/markdown-images";
import { readLabels, showLabelHeadings } from "./labels/markdown-labels";

export type MarkdownOptions = {
  /** Level of a `#` heading, so that the notes fit below the page's own heading. Default 1. */
  topHeading?: 1 | 2 | 3;
  /** Opens links in a new tab, for pages that would lose something when they are left. */
  newTab?: boolean;
};

/** Deep nesting only costs time, and only hostile notes have it. */
export const nestingMax = 20;

/** A few lines can name one long address thousands of times, and honest notes at their longest stay below this. */
const htmlLengthMax = 8 * 1024 * 1024;

class TooLong extends Error {}

/**
 * Release notes as HTML, the same in the dashboard, on public pages, in feeds and in mails. HTML in the notes is
 * shown as text, and links are `http`, `https` and `mailto` only. Notes whose HTML would be endless are shown as they
 * were written. Runs in browsers too; on a server in a worker thread, because long notes take seconds.
 */
export function markdownHtml(
  content: string,
  { topHeading = 1, newTab = false }: MarkdownOptions = {},
): string {
  try {
    return parser().render(content, { topHeading, newTab });
  } catch (error) {
    if (error instanceof TooLong) return asWritten(content);
    throw error;
  }
}

/** Notes as text, for those that cannot be shown in another way. */
export const asWritten = (content: string): string =>
  `<pre>${parser().utils.escapeHtml(content.slice(0, htmlLengthMax / 8))}</pre>\n`;

/** The same for HTML that was made with headings at their own level. */
export const withTopHeading = (html: string, top: 1 | 2 | 3): string =>
  html.replace(/(<\/?)(h[1-6])>/g, (_, open: string, tag: string) => `${open}${headingBelow(tag, top)}>`);

let made: MarkdownIt | undefined;

function parser(): MarkdownIt {
  made ??= createParser();
  return made;
}

function createParser(): MarkdownIt {
  const markdown = new MarkdownParser({ html: false, linkify: false, maxNesting: nestingMax });
  markdown.validateLink = (url) => harmlessLink.test(url);
  readAttachedImages(markdown);
  readLabels(markdown);
  showLabelHeadings(markdown);
  markdown.core.ruler.push("headings_below", ({ tokens, env }) => {
    for (const token of tokens) {
      if (token.type === "heading_open" || token.type === "heading_close") {
        token.tag = headingBelow(token.tag, Number(env?.topHeading ?? 1));
      }
    }
  });
  markdown.core.ruler.push("no_more_than_can_be_shown", ({ tokens }) => {
    let length = 0;
    for (const token of tokens) {
      length += lengthOf(token);
      for (const child of token.children ?? []) length += lengthOf(child);
      if (length > htmlLengthMax) throw new TooLong();
    }
  });
  markdown.renderer.rules.link_open = (tokens, place, options, env, self) => {
    const token = tokens[place];
    token?.attrSet("rel", "nofollow noopener noreferrer");
    if (env?.newTab) token?.attrSet("target", "_blank");
    return self.renderToken(tokens, place, options);
  };
  return markdown;
}

/** About as long as its HTML, before anything in it is escaped. */
function lengthOf({ type, tag, content, attrs }: Token): number {
  // The text of a paragraph is counted with its parts.
  const own = type === "inline" ? 0 : content.length + 2 * tag.length;
  return (attrs ?? []).reduce((sum, [name, value]) => sum + name.length + String(value).length, own);
}

/** `h2` stays `h2` below a title of level 1, because notes begin with it; a higher heading is moved down. */
function headingBelow(tag: string, top: number): string {
  const level = Number(tag.slice(1));
  const shifted = top > 2 ? level + top - 2 : level;
  return `h${Math.min(6, Math.max(top, shifted))}`;
}
