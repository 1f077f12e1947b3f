import { hash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { markdownHtml } from "../markdown-html";
import type { Changelog, PublicRelease } from "./changelog";
import { feedText } from "./feeds";
import { embeddedPage, listPage, releasePage, searchPage } from "./page";
import { excerptOf } from "./search-words";
import { accentStyle, contentSecurityPolicy, style } from "./style";

const hostile = `]]>]]><script>alert(1)</script>"'&amp;\u0001\u000b`;
const changelog: Changelog = {
  projectId: "3f0c2f5e-8d2b-4a53-9a5e-1f4f7a0f9c11",
  projectName: `Shop ${hostile}`,
  teamName: `Team ${hostile}`,
  place: { team: "acme", project: "shop" },
  changedAt: new Date("2026-01-01T00:00:00.000Z"),
  ...{ accentColor: "#0f766e", logo: "0123456789ab", takesSubscriptions: true, stamp: null },
};
const release: PublicRelease = {
  id: "0b8f1a52-6c39-4d59-9d0a-2a6f6ff7c001",
  title: `Spring ${hostile}`,
  html: markdownHtml(
    `# ${hostile}\n\n${hostile}\n\n[x](javascript:alert(1)) [y](<https://example.com/]]>]]>>)\n\n\`\`\`\n${hostile}\n\`\`\`\n`,
  ),
  publishedAt: new Date("2026-03-01T12:00:00.000Z"),
  updatedAt: new Date("2026-03-02T12:00:00.000Z"),
};

/** The text of XML without what its CDATA sections hold; what is left must be markup that we wrote. */
const withoutData = (xml: string) => xml.replace(/<!\[CDATA\[[\s\S]*?\]\]>/g, "");

describe.each(["rss", "atom"] as const)("the %s feed", (kind) => {
  const xml = feedText(kind, changelog, [release]);

  it("holds hostile titles and notes as data", () => {
    expect(withoutData(xml)).not.toMatch(/\]\]>|<script/);
    for (const [, data] of xml.matchAll(/<!\[CDATA\[([\s\S]*?)\]\]>/g)) {
      expect(data).not.toMatch(/<script|href="javascript/);
    }
  });

  it("has no character that XML cannot hold", () => {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
    expect(xml).not.toMatch(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/);
  });

  it("is the same as long as nothing changes, with and without releases", () => {
    expect(feedText(kind, changelog, [release])).toBe(xml);
    expect(feedText(kind, changelog, [])).toBe(feedText(kind, changelog, []));
  });
});

it("the JSON feed has titles as text and notes as HTML", () => {
  const feed = JSON.parse(feedText("json", changelog, [release]));
  expect(feed).toMatchObject({
    feed_url: expect.stringMatching(/\/changelog\/acme\/shop\/feed\.json$/),
    items: [
      {
        url: expect.stringMatching(/\/changelog\/acme\/shop\/0b8f1a52-6c39-4d59-9d0a-2a6f6ff7c001$/),
        date_published: "2026-03-01T12:00:00.000Z",
        date_modified: "2026-03-02T12:00:00.000Z",
      },
    ],
  });
  expect(feed.items[0].title).toContain("<script>");
  expect(feed.items[0].content_html).not.toMatch(/<script|href="javascript/);
});

describe.each([
  ["list", listPage(changelog, [release], { hasOlder: true })],
  ["release", releasePage(changelog, release)],
  [
    "search",
    searchPage(
      changelog,
      { query: hostile },
      {
        hits: [{ ...release, excerpt: excerptOf(hostile, ["alert"]) }],
        hasMore: true,
      },
    ),
  ],
])("the page of a %s", (_, html) => {
  it("shows hostile names and notes as text", () => {
    expect(html).not.toMatch(/<script|href="javascript/i);
    expect(html).toContain("&lt;script&gt;");
  });

  it("names its feeds and has one first heading", () => {
    expect(html.match(/<link rel="alternate"/g)).toHaveLength(3);
    expect(html.match(/<h1[ >]/g)).toHaveLength(1);
  });
});

it("the frame for other sites shows hostile names and notes as text, and opens links beside the site", () => {
  const html = embeddedPage(changelog, [release]);
  expect(html).not.toMatch(/<script|href="javascript|<form/i);
  expect(html).toContain(`<base target="_blank">`);
});

it("the policy allows the styles that pages have, and frames where they are meant for them", () => {
  const page = releasePage(changelog, release);
  const styles = [...page.matchAll(/<style>([^<]+)<\/style>/g)].map(([, css]) => css ?? "");
  expect(styles).toEqual([style, accentStyle("#0f766e")]);
  const policy = contentSecurityPolicy({ accentColor: "#0f766e" });
  for (const css of styles) expect(policy).toContain(`'sha256-${hash("sha256", css, "base64")}'`);
  expect(policy).toContain("frame-ancestors 'none'");
  expect(contentSecurityPolicy({ isEmbedded: true })).toContain("frame-ancestors *");
});
