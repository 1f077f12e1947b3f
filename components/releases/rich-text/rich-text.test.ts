import fc from "fast-check";
import type { Node } from "prosemirror-model";
import { describe, expect, it } from "vitest";
import { markdownHtml } from "@/lib/releases/markdown-html";
import { readNotes } from "./read-notes";
import { schema } from "./schema";
import { writeNotes } from "./write-notes";

/** Blocks as people write them, each in a way of its own. */
const blocks = [
  "# A *heading*",
  "Heading\n=======",
  "Plain words  \nwith a hard break, and __bold__ ones.",
  "Words\nover several\nlines with `code`, ~~struck~~ and \\*escapes\\* &amp; more.",
  "- one\n- two\n  - nested\n    1. deeper\n- three",
  "* star\n* list\n\n* loose",
  "+ plus",
  "3. three\n4. four",
  "1) one\n2) two\n\n   with a second paragraph",
  "- [ ] to do\n- [x] done",
  "> quoted\nlazy\n> > twice",
  "```ts\nconst a = `1`;\n\n```",
  "~~~~\n```\n~~~~",
  "    indented code\n\n    goes on",
  "***",
  "| a | b |\n|---|---|\n| 1 | 2 |",
  "<details>\n<summary>More</summary>\n\n</details>",
  "Words with <kbd>HTML</kbd> in them",
  'See [the docs][docs] and [#12], or [inline](https://example.com/a_(b) "Title").',
  "![A picture](https://example.com/a.png) <https://example.com>",
  '![A *cart*](attachment:0198f0a0-1111-7222-8333-444455556666 "Title") and ![](attachment:0198f0a0-1111-7222-8333-444455556666)',
  "[No link](attachment:0198f0a0-1111-7222-8333-444455556666) ![no id](attachment:1)",
  "**New:** orders can be exported",
  "- **Fixed:** totals\n- plain",
  "- \n- x",
  "-",
  "[docs]: https://example.com/docs\n[#12]: https://example.com/12 'Twelve'",
  "## [Unreleased]",
  "Tabs\tand trailing spaces   ",
];
const gaps = ["\n\n", "\n\n\n", "\n \n", "\r\n\r\n", "\n\t\n\n"];
const texts = fc
  .tuple(
    fc.constantFrom("", "\n\n", "---\ntitle: x\n---\n\n", "\ufeff"),
    fc.array(fc.tuple(fc.constantFrom(...blocks), fc.constantFrom(...gaps)), { maxLength: 8 }),
    fc.constantFrom("", "\n", "\r\n", "\n\n\n", "\n\n[docs]: <https://example.com/docs>\n"),
    fc.boolean(),
  )
  .map(([head, all, end, isWindows]) => {
    const text = head + all.map(([block, gap]) => block + gap).join("") + end;
    return isWindows ? text.replace(/\r?\n/g, "\r\n") : text;
  });

const roundTrip = (text: string) => {
  const { doc, source } = readNotes(text);
  return writeNotes(doc, source);
};

describe("notes that nobody has changed", () => {
  it("stay byte for byte what they are", () => {
    fc.assert(
      fc.property(texts, (text) => {
        expect(roundTrip(text)).toBe(text);
      }),
    );
  });

  it("do so whatever is in them", () => {
    const line = fc.string({
      unit: fc.constantFrom(..."ab1 \t\n\r-*+#>`~[]()!:<>&|_=\\.\"'\u2028\u0000é"),
      maxLength: 60,
    });
    fc.assert(
      fc.property(line, (text) => {
        expect(roundTrip(text)).toBe(text);
      }),
    );
  });
});

const words = schema.text("Changed");

/** The document with one of its blocks replaced as typing in it would. */
function edited(doc: Node, place: number): Node {
  const block = doc.child(place);
  return doc.copy(
    doc.content.replaceChild(place, block.type.create(block.attrs, block.content.addToStart(words))),
  );
}

describe("a changed block", () => {
  it("leaves the text of all others byte for byte", () => {
    fc.assert(
      fc.property(texts, fc.nat(), (text, choice) => {
        const { doc, source } = readNotes(text);
        const places = doc.children.flatMap(({ inlineContent, attrs }, place) =>
          inlineContent && attrs.written ? [place] : [],
        );
        const place = places[choice % Math.max(1, places.length)];
        if (place === undefined) return;
        const after = writeNotes(edited(doc, place), source);
        const bodies = doc.children.map(({ attrs }) => attrs.written.body as string);
        const before = bodies.slice(0, place);
        const behind = bodies.slice(place + 1);
        expect(after.startsWith(text.slice(0, lengthOf(text, before)))).toBe(true);
        const from = lengthOf(text, [...before, bodies[place] ?? ""]);
        const rest = text.slice(from).trimStart();
        expect(after.endsWith(rest)).toBe(true);
        expect(behind.every((body) => after.includes(body))).toBe(true);
        expect(after).toContain("Changed");
      }),
    );
  });

  it.each([
    [
      "an item",
      "-  odd   space\n-   two\n\n    more\n- three\n",
      "- Changed",
      "-   two\n\n    more\n- three\n",
    ],
    ["a task", "- [ ] a\n- [x] b_c_\n", "- Changed\\[ \\] a\n", "- [x] b_c_\n"],
  ])("within a list is %s; the others stay", (_, text, begin, end) => {
    const { doc, source } = readNotes(text);
    const list = doc.child(0);
    const item = list.child(0);
    const paragraph = item.child(0);
    const typed = paragraph.copy(paragraph.content.addToStart(words));
    const changed = list.copy(list.content.replaceChild(0, item.copy(item.content.replaceChild(0, typed))));
    const after = writeNotes(doc.copy(doc.content.replaceChild(0, changed)), source);
    expect(after.startsWith(begin)).toBe(true);
    expect(after.endsWith(end)).toBe(true);
  });

  it.each([
    ["See [the docs][docs] ([#12]).", "Changed", "See [the docs][docs] ([#12])."],
    ["[#12]\\: x", "Changed", "[#12][]: x"],
  ])("keeps its reference links: %s", (line, begin, rest) => {
    const text = `${line}\n\n[docs]: https://example.com/docs\n[#12]: https://example.com/12\n`;
    const { doc, source } = readNotes(text);
    const after = writeNotes(edited(doc, 0), source);
    expect(after).toBe(
      `${begin}${rest}\n\n[docs]: https://example.com/docs\n[#12]: https://example.com/12\n`,
    );
  });

  it("that is gone leaves its definitions to those that need them", () => {
    const text = "[a]\n\n[a]: https://example.com/a\n\ngone\n\n[b]: https://example.com/b\n\n[b]\n";
    const { doc, source } = readNotes(text);
    const after = writeNotes(doc.copy(doc.content.cut(0, doc.child(0).nodeSize)), source);
    expect(markdownHtml(after)).toContain('href="https://example.com/a"');
    expect(after).toContain("[b]: https://example.com/b");
    expect(after.match(/\[a\]:/g)).toHaveLength(1);
  });
});

describe("a document that is written anew", () => {
  const bare = (node: Node): Node =>
    node.isText
      ? node
      : node.type.create(
          "written" in node.attrs ? { ...node.attrs, written: null } : node.attrs,
          node.children.map(bare),
          node.marks,
        );

  it.each(blocks)("says the same: %s", (text) => {
    const { doc, source } = readNotes(
      `${text}\n\n[docs]: https://example.com/docs\n[#12]: https://example.com/12\n`,
    );
    const again = readNotes(writeNotes(bare(doc), source));
    expect(bare(again.doc).toJSON()).toEqual(bare(doc).toJSON());
  });

  it("keeps text that looks like Markdown as text", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...'ab1 -*+#>`~[]()!:<&;|_=\\."/'), minLength: 1, maxLength: 30 }),
        (given) => {
          const text = given.trim().replace(/ +/g, " ");
          if (!text) return;
          const doc = schema.node("doc", null, [schema.node("paragraph", null, [schema.text(text)])]);
          const { source } = readNotes("");
          const again = readNotes(writeNotes(doc, source)).doc;
          expect(bare(again).toJSON()).toEqual(doc.toJSON());
        },
      ),
    );
  });
});

/** How far the bodies reach in a text, in which they stand one behind the other. */
function lengthOf(text: string, bodies: readonly string[]): number {
  return bodies.reduce((at, body) => text.indexOf(body, at) + body.length, 0);
}

describe("an image of an attachment", () => {
  const id = "0198f0a0-1111-7222-8333-444455556666";

  it("keeps its reference when words around it change", () => {
    const { doc, source } = readNotes(`See ![A cart](attachment:${id} "Title").\n`);
    expect(writeNotes(edited(doc, 0), source)).toBe(`ChangedSee ![A cart](attachment:${id} "Title").\n`);
  });

  it.each(["a](javascript:alert(1))", "x] ![y](https://example.com)", "`code` *b* <i> \\", "_a_ [b]"])(
    "has any words: %s",
    (alt) => {
      const image = schema.node("image", { src: `attachment:${id}`, alt });
      const doc = schema.node("doc", null, [schema.node("paragraph", null, [image])]);
      const text = writeNotes(doc, readNotes("").source);
      expect(readNotes(text).doc.firstChild?.firstChild?.attrs).toMatchObject({
        src: `attachment:${id}`,
        alt,
      });
      expect(markdownHtml(text).match(/<img /g)).toHaveLength(1);
      expect(markdownHtml(text)).not.toContain("href");
    },
  );
});
