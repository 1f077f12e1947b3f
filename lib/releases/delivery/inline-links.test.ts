import { expect, test } from "vitest";
import { withInlineLinks } from "./inline-links";

const defined = "\n\n[#12]: https://example.com/12\n[Docs]: <https://example.com/docs> 'Docs'\n";

test.each([
  ["- Fix it ([#12])", "- Fix it ([#12](https://example.com/12))"],
  [
    "See [the docs][docs] and [Docs][].",
    "See [the docs](https://example.com/docs) and [Docs](https://example.com/docs).",
  ],
  [
    "[#12](https://example.com/own) \\[#12] `[#12]` [#13]",
    "[#12](https://example.com/own) \\[#12] `[#12]` [#13]",
  ],
])("%s", (text, expected) => expect(withInlineLinks(text + defined, 1000)).toBe(`${expected}\n`));

test("finds addresses behind what is cut, and is done soon with hostile texts", () => {
  expect(withInlineLinks(`[#12] ${"x".repeat(5000)}${defined}`, 10)).toBe(
    "[#12](https://example.com/12) xxxx\n",
  );
  for (const hostile of [
    "[".repeat(500_000),
    "`".repeat(500_000),
    "[a]".repeat(160_000),
    "\\".repeat(500_000),
  ]) {
    const started = performance.now();
    withInlineLinks(hostile + defined, 22_000);
    expect(performance.now() - started).toBeLessThan(3000);
  }
});
