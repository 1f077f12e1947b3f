import { existsSync, readFileSync } from "node:fs";
import { posix } from "node:path";
import { expect, test } from "vitest";
import { docSources } from "./build-docs";
import { docPage, pageNameOf } from "./doc-page";

test.each([
  ["README.md", "index.html"],
  ["sdk/README.md", "sdk.html"],
  ["docs/cli.md", "cli.html"],
  ["docs/deploy/README.md", "deploy/index.html"],
  ["docs/deploy/server.md", "deploy/server.html"],
])("%s is the page %s", (source, name) => {
  expect(pageNameOf(source)).toBe(name);
});

test("every document has a page of its own", () => {
  const names = docSources().map(pageNameOf);
  expect(names).toContain("index.html");
  expect(new Set(names).size).toBe(names.length);
});

const known = new Set(["README.md", "docs/cli.md", "docs/deploy/README.md", "docs/deploy/server.md"]);
const page = (text: string, source = "README.md") => docPage({ source, text, known });

test.each([
  ["[a](docs/cli.md)", "README.md", 'href="cli.html"'],
  ["[a](docs/deploy/server.md#certificates)", "README.md", 'href="deploy/server.html#certificates"'],
  ["[a](docs/deploy)", "README.md", 'href="deploy/index.html"'],
  ["[a](../../README.md#the-api)", "docs/deploy/server.md", 'href="../index.html#the-api"'],
  ["[a](server.md)", "docs/deploy/README.md", 'href="server.html"'],
  ["[a](https://example.com/x.md)", "README.md", 'href="https://example.com/x.md"'],
  ["[a](#here)", "README.md", 'href="#here"'],
  ["[a](lib/x.ts)", "README.md", 'href="#"'],
  ["## The API: all of it", "README.md", '<h2 id="the-api-all-of-it">'],
  ["## A\n\n## A", "README.md", '<h2 id="a-1">'],
  ["<script>x</script>", "README.md", "&lt;script&gt;"],
  ["# A & B", "README.md", "<title>A &#38; B · Fieldkit</title>"],
  ["x", "docs/deploy/server.md", '<link rel="stylesheet" href="../docs.css">'],
])("%j in %s becomes %s", (text, source, html) => {
  expect(page(text, source)).toContain(html);
});

test("every link between documents leads to a file and a heading", () => {
  const sources = docSources();
  const texts = new Map(sources.map((source) => [source, readFileSync(source, "utf8")]));
  const all = new Set(sources);
  const idsIn = (source: string) => {
    const html = docPage({ source, text: texts.get(source) ?? "", known: all });
    return new Set([...html.matchAll(/<h\d id="([^"]*)"/g)].map(([, id]) => id));
  };
  const broken = sources.flatMap((source) =>
    [...(texts.get(source) ?? "").matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, href = ""]) => {
      if (/^[a-z]+:|^\//i.test(href)) return [];
      const [path = "", anchor] = href.split("#", 2);
      const target = path ? posix.join(posix.dirname(source), path) : source;
      const page = [target, `${target}/README.md`].find((each) => all.has(each));
      if (!page) return existsSync(target) || /[:<]/.test(href) ? [] : [`${source}: ${href}`];
      return anchor === undefined || idsIn(page).has(anchor) ? [] : [`${source}: ${href}`];
    }),
  );
  expect(broken).toEqual([]);
});
