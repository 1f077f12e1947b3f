import MarkdownParser, { type MarkdownIt } from "markdown-it";

export type MarkdownOptions = {
  /** Level of a `#` heading, so that the notes fit below the page's own heading. Default 1. */
  topHeading?: 1 | 2 | 3;
  /** Opens links in a new tab, for pages that would lose something when they are left. */
  newTab?: boolean;
};

/** Allows only mail addresses and web pages, because any other link might do something when it is clicked. */
const harmlessLink = /^(https?:\/\/|mailto:)/i;

/** Deep nesting only costs time, and only hostile notes have it. */
const nestingMax = 20;

/**
 * Release notes as HTML, the same in the dashboard, on public pages, in feeds and in mails. HTML in the notes is
 * shown as text, and links are `http`, `https` and `mailto` only. Runs in browsers too.
 */
export function markdownHtml(
  content: string,
  { topHeading = 1, newTab = false }: MarkdownOptions = {},
): string {
  return parser().render(content, { topHeading, newTab });
}

let made: MarkdownIt | undefined;

function parser(): MarkdownIt {
  made ??= createParser();
  return made;
}

function createParser(): MarkdownIt {
  const markdown = new MarkdownParser({ html: false, linkify: false, maxNesting: nestingMax });
  markdown.validateLink = (url) => harmlessLink.test(url);
  markdown.core.ruler.push("headings_below", ({ tokens, env }) => {
    for (const token of tokens) {
      if (token.type === "heading_open" || token.type === "heading_close") {
        token.tag = headingBelow(token.tag, Number(env?.topHeading ?? 1));
      }
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

/** `h2` stays `h2` below a title of level 1, because notes begin with it; a higher heading is moved down. */
function headingBelow(tag: string, top: number): string {
  const level = Number(tag.slice(1));
  const shifted = top > 2 ? level + top - 2 : level;
  return `h${Math.min(6, Math.max(top, shifted))}`;
}
