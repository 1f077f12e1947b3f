import { describe, expect, it } from "vitest";
import { markdownHtml, withTopHeading } from "./markdown-html";

describe("notes as HTML", () => {
  it.each([
    ["<script>alert(1)</script>"],
    ["<img src=x onerror=alert(1)>"],
    ['<a href="javascript:alert(1)">x</a>'],
    ["[x](javascript:alert(1))"],
    ["[x](JaVaScRiPt:alert(1))"],
    ["[x](java\nscript:alert(1))"],
    ["[x](&#106;avascript:alert(1))"],
    ["[x](vbscript:alert(1))"],
    ["[x](data:text/html;base64,PHNjcmlwdD4=)"],
    ["![x](data:image/svg+xml;base64,PHN2Zz4=)"],
    ["[x](//evil.example)"],
    ["[x](/api/auth/sign-out)"],
    ["<javascript:alert(1)>"],
    ["[x]: javascript:alert(1)\n\n[x]"],
    ["```<script>\nx\n```"],
    ['[x](https://example.com "\\" onmouseover=alert(1)")'],
    ['![" onerror="alert(1)](https://example.com/a.png)'],
    ['[](<https://example.com/" onclick="alert(1)>)'],
  ])("%s runs nothing and leads nowhere strange", (content) => {
    const html = markdownHtml(content);
    expect(html).not.toMatch(/<(script|img src="?(x|data)|svg|iframe)/i);
    for (const [, target = ""] of html.matchAll(/(?:href|src)="([^"]*)"/g)) {
      expect(target).toMatch(/^(https?:\/\/|mailto:)/);
    }
    for (const [tag] of html.matchAll(/<[a-z][^>]*>/g)) {
      expect(tag.replace(/="[^"]*"/g, "")).not.toMatch(/\bon[a-z]+/);
    }
  });

  it("keeps links, mail addresses, pictures and tables", () => {
    const html = markdownHtml(
      "[a](https://example.com/?a=1&b=2) <mailto:ada@example.com> ![b](https://example.com/b.png)\n\n| a |\n|---|\n| b |",
    );
    expect(html).toContain(
      '<a href="https://example.com/?a=1&amp;b=2" rel="nofollow noopener noreferrer">a</a>',
    );
    expect(html).toContain('href="mailto:ada@example.com"');
    expect(html).toContain('<img src="https://example.com/b.png" alt="b">');
    expect(html).toContain("<table>");
  });

  it.each([
    [1, "<h1>A</h1><h2>B</h2><h3>C</h3>"],
    [2, "<h2>A</h2><h2>B</h2><h3>C</h3>"],
    [3, "<h3>A</h3><h3>B</h3><h4>C</h4>"],
  ] as const)("headings fit below a title of level %i less one", (topHeading, expected) => {
    expect(markdownHtml("# A\n\n## B\n\n### C", { topHeading }).replace(/\n/g, "")).toBe(expected);
  });

  it("opens links beside the page where that is wanted", () => {
    expect(markdownHtml("[a](https://example.com)", { newTab: true })).toContain('target="_blank"');
    expect(markdownHtml("[a](https://example.com)")).not.toContain("target=");
  });

  it("is done soon with what nests deep", () => {
    const started = performance.now();
    markdownHtml(`${"> ".repeat(20_000)}x\n${"[".repeat(20_000)}\n${"*a ".repeat(20_000)}`);
    expect(performance.now() - started).toBeLessThan(5_000);
  });
});

describe("notes whose HTML would be endless", () => {
  it("are shown as they were written", () => {
    const html = markdownHtml(`[a]: http://x/${"b".repeat(10_000)}\n\n${"[a] ".repeat(5000)}`);
    expect(html.startsWith("<pre>[a]: http")).toBe(true);
    expect(html.length).toBeLessThan(8 * 1024 * 1024);
  });

  it("are none of a busy project's, which has all of its links", () => {
    const line =
      "- Fix it ([#12](https://github.com/acme/shop/pull/12), [abcdef1](https://github.com/acme/shop/commit/abcdef1))\n";
    expect(markdownHtml(line.repeat(3000)).match(/<a /g)).toHaveLength(6000);
  });
});

it("headings move below the page's own also after the HTML is made", () => {
  const content = "# One\n\n###### Six\n\n`<h1>` <h1>\n\n[<h2>](https://example.com/<h2>)\n";
  for (const topHeading of [1, 2, 3] as const) {
    expect(withTopHeading(markdownHtml(content), topHeading)).toBe(markdownHtml(content, { topHeading }));
  }
});

describe("labels", () => {
  it.each([
    ["- **New:** exports", '<li><strong class="label label-new">New<span>:</span></strong> exports</li>'],
    [
      "**security:** see below",
      '<p><strong class="label label-security">Security<span>:</span></strong> see below</p>',
    ],
    [
      "## **Fixed:** totals",
      '<h2><strong class="label label-fixed">Fixed<span>:</span></strong> totals</h2>',
    ],
    ["## Breaking changes", '<h2><strong class="label label-breaking">Breaking changes</strong></h2>'],
    ["## Faster", '<h2><strong class="label label-improved">Faster</strong></h2>'],
  ])("%s is one", (content, html) => expect(markdownHtml(content)).toContain(html));

  it.each([
    "**New** exports",
    "exports **New:** soon",
    "**New: exports**",
    "## Newer",
    "New: x",
    "`**New:**`",
    "## constructor",
  ])("%s is none", (content) => expect(markdownHtml(content)).not.toContain("label"));

  it("stay labels below a page's own heading", () => {
    expect(withTopHeading(markdownHtml("## New"), 3)).toBe(
      '<h3><strong class="label label-new">New</strong></h3>\n',
    );
  });
});
