import { posix } from "node:path";
import MarkdownParser from "markdown-it";

export type DocPage = {
  /** Path of the Markdown file in the project. */
  source: string;
  text: string;
  /** The files that have a page. */
  known: ReadonlySet<string>;
};

/** `README.md` is `index.html`, `docs/deploy/server.md` is `deploy/server.html`, `sdk/README.md` is `sdk.html`. */
export function pageNameOf(source: string): string {
  if (source === "README.md") return "index.html";
  if (source === "docs/deploy/README.md") return "deploy/index.html";
  const name = source.replace(/^docs\//, "").replace(/\/README\.md$/, ".md");
  return name.replace(/\.md$/, ".html");
}

const links = [
  ["Guide", "README.md"],
  ["Reach mocks", "docs/networking.md"],
  ["SDK", "sdk/README.md"],
  ["Command line", "docs/cli.md"],
  ["Deploy", "docs/deploy/README.md"],
  ["Operations", "docs/operations.md"],
  ["Changelog", "CHANGELOG.md"],
] as const;

/** A whole HTML page, with links between documents pointing at their pages. */
export function docPage({ source, text, known }: DocPage): string {
  const root = "../".repeat(pageNameOf(source).split("/").length - 1);
  const body = render({ source, text, known });
  const title = /^# (.+)$/m.exec(text)?.[1] ?? source;
  const nav = links.map(([label, target]) => {
    const current = target === source ? ' aria-current="page"' : "";
    return `<a href="${root}${pageNameOf(target)}"${current}>${label}</a>`;
  });
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${escaped(title)} · Fieldkit</title>
<link rel="icon" href="/icon.svg">
<link rel="stylesheet" href="${root}docs.css">
<header><a href="/">Fieldkit</a><nav aria-label="Documentation">${nav.join("")}</nav></header>
<main>
${body}</main>
</html>
`;
}

function render({ source, text, known }: DocPage): string {
  const visible = text.replace(/<!--[\s\S]*?-->\n?/g, "");
  const markdown = new MarkdownParser({ html: false, linkify: false });
  const ids = new Set<string>();
  markdown.core.ruler.push("heading_ids", ({ tokens }) => {
    tokens.forEach((token, at) => {
      if (token.type === "heading_open") token.attrSet("id", idOf(tokens[at + 1]?.content ?? "", ids));
      for (const inner of token.children ?? []) {
        const href = inner.type === "link_open" ? inner.attrGet("href") : null;
        if (href !== null) inner.attrSet("href", pageHref(String(href), source, known));
      }
    });
  });
  markdown.renderer.rules.table_open = () => '<div class="table"><table>\n';
  markdown.renderer.rules.table_close = () => "</table></div>\n";
  return markdown.render(visible);
}

/** As repository hosts make them, so that links to sections work in both places. */
function idOf(heading: string, taken: Set<string>): string {
  const plain = heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, "")
    .trim()
    .replace(/\s/g, "-");
  let id = plain;
  for (let count = 1; taken.has(id); count += 1) id = `${plain}-${count}`;
  taken.add(id);
  return id;
}

/** Files without a page have no address here; their links lead to the top of the page that names them. */
function pageHref(href: string, source: string, known: ReadonlySet<string>): string {
  if (/^(?:[a-z]+:|#|\/)/i.test(href)) return href;
  const [path = "", anchor] = href.split("#", 2);
  const target = posix.join(posix.dirname(source), path);
  const file = [target, `${target}/README.md`].find((each) => known.has(each));
  if (file === undefined) return "#";
  const from = posix.dirname(pageNameOf(source));
  return posix.relative(from, pageNameOf(file)) + (anchor === undefined ? "" : `#${anchor}`);
}

const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
