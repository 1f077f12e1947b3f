import { describe, expect, it } from "vitest";
import { markdownHtml } from "../markdown-html";
import {
  altOfFile,
  attachedIds,
  imageMarkdown,
  refersTo,
  shownImagesMax,
  withAddresses,
  withAltTexts,
} from "./attached-images";

const id = "0198f0a0-1111-7222-8333-444455556666";
const other = "0198f0a0-1111-7222-8333-444455557777";
const shown = (content: string) =>
  withAddresses(markdownHtml(content), (each) => (each === id ? `/images/${each}` : undefined));

describe("an image of the release's attachments", () => {
  it("is shown where its address is known, and is its words elsewhere", () => {
    expect(shown(`See ![A *cart*](attachment:${id} "With a \\"title\\"")!`)).toBe(
      `<p>See <img src="/images/${id}" alt="A cart" title="With a &quot;title&quot;">!</p>\n`,
    );
    expect(shown(`See ![A <b> "cart"](attachment:${other})!`)).toBe(
      "<p>See A &lt;b&gt; &quot;cart&quot;!</p>\n",
    );
  });

  it.each([
    ["an id that is none", "![x](attachment:1)"],
    ["another spelling of an id", `![x](attachment:${id.toUpperCase()})`],
    ["a path behind the id", `![x](attachment:${id}/../../etc)`],
    ["a query behind the id", `![x](attachment:${id}?a=1)`],
    ["markup behind the id", `![x](attachment:${id}"onerror="alert(1))`],
    ["a link", `[x](attachment:${id})`],
    ["an autolink", `<attachment:${id}>`],
    ["a reference", `![x][y]\n\n[y]: attachment:${id}`],
    ["code", `\`![x](attachment:${id})\``],
    ["HTML as the renderer writes it", `<img src="attachment:${id}" alt="x">`],
    ["the same in code", `\`\`\`\n<img src="attachment:${id}" alt="x">\n\`\`\``],
  ])("%s is text", (_, content) => {
    expect(shown(content)).not.toMatch(/<img|href="attachment/);
  });

  it("leaves images of other sites as they are", () => {
    const html = '<p><img src="https://example.com/a.png" alt="a"></p>\n';
    expect(shown("![a](https://example.com/a.png)")).toBe(html);
  });

  it("stays within a link or emphasis around it", () => {
    expect(shown(`[![x](attachment:${id})](https://example.com)`)).toMatch(
      /<a href="https:\/\/example\.com"[^>]*><img [^>]+><\/a>/,
    );
    expect(shown(`**![x](attachment:${id})**`)).toMatch(/<strong><img [^>]+><\/strong>/);
  });
});

describe("the words of a file's name", () => {
  it.each([
    ["cart.png", "cart", "![cart]"],
    ["my_new_cart.v2.PNG", "my_new_cart.v2", "![my_new_cart.v2]"],
    ["a](javascript:alert(1)).png", "a](javascript:alert(1))", "![a\\](javascript:alert(1))]"],
    ["![x](y) `<b>&amp;*.gif", "![x](y) `<b>&amp;*", "![!\\[x\\](y) \\`\\<b>\\&amp;\\*]"],
    ["_a_\n\n# b.webp", "_a_ # b", "![\\_a\\_ # b]"],
    ["back\\slash].png", "back\\slash]", "![back\\\\slash\\]]"],
    [".png", "", "![]"],
  ])("of %j are %j", (name, alt, markdown) => {
    expect(altOfFile(name)).toBe(alt);
    const written = imageMarkdown({ id, alt });
    expect(written).toBe(`${markdown}(attachment:${id})`);
    const html = markdownHtml(`before ${written} after`);
    const escaped = alt.replace(
      /[&<>"]/g,
      (each) => `&${{ "&": "amp", "<": "lt", ">": "gt" }[each] ?? "quot"};`,
    );
    expect(html).toBe(`<p>before <img src="attachment:${id}" alt="${escaped}"> after</p>\n`);
  });
});

it("readers without images get words, and nothing else changes", () => {
  const content = `a ![b \\] c](attachment:${id} "t") d ![e](https://example.com/e.png) [f](attachment:${id})`;
  expect(withAltTexts(content)).toBe(`a b \\] c d ![e](https://example.com/e.png) [f](attachment:${id})`);
});

it("notes refer to what they name", () => {
  expect(refersTo(`![x](attachment:${id})`, id)).toBe(true);
  expect(refersTo(`attachment:${id}`, id)).toBe(false);
  expect(refersTo(`![x](attachment:${id})`, other)).toBe(false);
});

it("thousands of images in one text are shown to a bound, the others are words", () => {
  const html = markdownHtml(`![x](attachment:${id})\n\n`.repeat(3000));
  expect(attachedIds(html)).toEqual([id]);
  expect(withAddresses(html, () => "/a").match(/<img/g)).toHaveLength(shownImagesMax);
});

it("many beginnings of images take no time to speak of", () => {
  for (const hostile of ["![", "![a](attachment:", `![a](attachment:${id} "`, `![a](attachment:${id}   `]) {
    const content = hostile.repeat(5000);
    expect(markdownHtml(content)).not.toContain("<img");
    expect(withAltTexts(content)).toBe(content);
  }
});
