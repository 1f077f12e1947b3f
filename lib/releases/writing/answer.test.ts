import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { kinds } from "../facts/kinds";
import { renderNotes } from "../facts/render";
import { type Answer, judge, omissionReasons } from "./answer";
import { assemble } from "./assemble";
import { cardsOf, chunksOf } from "./cards";
import { factsFrom } from "./fixtures";

const facts = factsFrom([
  "feat: gift cards",
  "feat(cart): coupons\n\nThey can be combined.\n\nSigned-off-by: Ada <ada@example.com>",
  "fix: totals of an empty cart",
  "fix: lines wrap",
  "perf: start in half the time",
  "docs: how to begin",
  "refactor: move files",
  "feat!: new login\n\nBREAKING CHANGE: everybody signs in again",
]);
const cards = cardsOf(
  facts.changes.filter(({ isBreaking }) => !isBreaking),
  facts.commits,
);
const idOf = (title: string) => cards.find((card) => card.title === title)?.id ?? "none";
const all: Answer = {
  items: cards.map(({ id, kind, title }) => ({ section: kind, text: title, refs: [id] })),
  omitted: [],
};

describe("cards", () => {
  test("say what a change is and how its message goes on, without people", () => {
    expect(cards.find(({ title }) => title === "Coupons")).toEqual({
      id: idOf("Coupons"),
      kind: "feature",
      scope: "cart",
      title: "Coupons",
      details: "They can be combined.",
    });
    expect(JSON.stringify(cards)).not.toContain("Ada");
  });

  test("say nothing twice, of a squash as of the merge of a pull request", () => {
    const list =
      "* feat: gift cards\n\nFor friends.\n\n* fix: lint\n\n* fix: lint\n\n---------\n\nCo-authored-by: Zoe <z@example.com>";
    const { changes, commits } = factsFrom([`feat: gift cards (#9)\n\n${list}`]);
    expect(cardsOf(changes, commits).map(({ details }) => details)).toEqual(["For friends. / * fix: lint"]);
  });

  test("are divided into portions, none lost, each within its bounds", () => {
    const many = factsFrom(
      Array.from({ length: 400 }, (_, place) => `fix: thing ${place}\n\n${"x ".repeat(place * 3)}`),
    );
    const chunks = chunksOf(cardsOf(many.changes, many.commits));
    expect(chunks.flat()).toHaveLength(400);
    for (const chunk of chunks) {
      expect(chunk.length).toBeLessThanOrEqual(30);
      expect(JSON.stringify(chunk).length).toBeLessThan(21_000);
    }
  });
});

describe("an answer", () => {
  test("that names every card once has no problem", () => {
    expect(judge(all, cards)).toMatchObject({ problems: [], missing: [], omitted: [], items: all.items });
  });

  const [first, ...rest] = all.items;
  test.each<[string, Answer, RegExp]>([
    [
      "an invented ref",
      { ...all, items: [...rest, { section: "fix", text: "x", refs: [first?.refs[0] ?? "", "c99"] }] },
      /no card c99/,
    ],
    [
      "a ref that is an attack",
      { ...all, items: [...all.items, { section: "fix", text: "x", refs: ["<b>\n"] }] },
      /no card of that name/,
    ],
    ["a missing card", { ...all, items: rest }, /neither in an item nor omitted: c2/],
    ["a card used twice", { ...all, items: [...all.items, ...rest.slice(0, 1)] }, /more than once/],
    [
      "a card used and omitted",
      { ...all, omitted: [{ ref: idOf("Gift cards"), reason: "duplicate" }] },
      /more than once/,
    ],
    [
      "an item without words",
      { ...all, items: [...rest, { section: "fix", text: "https://x.example", refs: first?.refs ?? [] }] },
      /has no text/,
    ],
    [
      "an item without refs",
      { ...all, items: [...all.items, { section: "fix", text: "x", refs: [] }] },
      /no refs/,
    ],
    [
      "silence on what readers notice",
      { items: [], omitted: cards.map(({ id }) => ({ ref: id, reason: "not_noticeable" })) },
      /Too many features/,
    ],
  ])("with %s has a problem that says so", (_, answer, problem) => {
    expect(judge(answer, cards).problems.join("\n")).toMatch(problem);
  });

  test("may leave out a part on purpose", () => {
    const ref = idOf("Move files");
    const items = all.items.filter(({ refs }) => !refs.includes(ref));
    expect(judge({ items, omitted: [{ ref, reason: "not_noticeable" }] }, cards)).toMatchObject({
      problems: [],
      missing: [],
      omitted: [{ ref, reason: "not_noticeable" }],
    });
  });
});

const anyRef = fc.oneof(
  fc.constantFrom(...cards.map(({ id }) => id)),
  fc.constantFrom("c0", "c99", "", "c1 "),
);
const anyText = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 30 }),
  fc.constantFrom(
    "x](https://evil.example) <img src=x>",
    "\n## Evil\n\n- item",
    "- [ ] @eve",
    "| a |\n|---|",
    "![](//evil.example)",
    "<!channel> <script>alert(1)</script> words",
    "1. one",
    "    code",
    "Setext\n===",
  ),
);
const anyAnswer: fc.Arbitrary<Answer> = fc.record({
  items: fc.array(
    fc.record({
      section: fc.constantFrom(...kinds),
      text: anyText,
      refs: fc.array(anyRef, { maxLength: 15 }),
    }),
    { maxLength: 12 },
  ),
  omitted: fc.array(fc.record({ ref: anyRef, reason: fc.constantFrom(...omissionReasons) }), {
    maxLength: 10,
  }),
});

describe("whatever a model answers", () => {
  test("every card is in one item, or omitted, or missing; and only cards are", () => {
    fc.assert(
      fc.property(anyAnswer, (answer) => {
        const { items, omitted, missing } = judge(answer, cards);
        const named = [...items.flatMap(({ refs }) => refs), ...omitted.map(({ ref }) => ref), ...missing];
        expect(named.sort()).toEqual(cards.map(({ id }) => id).sort());
      }),
    );
  });

  test("every commit is in the notes once with its link, or left out with a reason", () => {
    fc.assert(
      fc.property(anyAnswer, anyText, (answer, summary) => {
        const draft = assemble(facts.changes, [judge(answer, cards)], kinds, {
          modelId: "m",
          failure: undefined,
        });
        const markdown = renderNotes({ ...draft.notes, summary }, facts.changes);
        for (const change of facts.changes) {
          const [{ sha } = { sha: "" }] = change.commits;
          const links = markdown.match(
            new RegExp(`\\](\\(|: )https://github.com/acme/shop/commit/${sha}`, "g"),
          );
          expect(links?.length ?? 0, change.title).toBe(draft.leftOut.has(change.id) ? 0 : 1);
        }
        for (const reason of draft.leftOut.values()) expect(reason).toMatch(/^left out by the model: /);
      }),
    );
  });

  test("the notes have our sections, our links and no HTML", () => {
    const titles =
      /^(Breaking changes|New|Fixed|Faster|Changed|Removed|Documentation|Dependencies|Maintenance)$/;
    fc.assert(
      fc.property(anyAnswer, (answer) => {
        const draft = assemble(facts.changes, [judge(answer, cards)], kinds, {
          modelId: "m",
          failure: undefined,
        });
        const markdown = renderNotes(draft.notes, facts.changes);
        for (const line of markdown.split("\n")) {
          expect(line).toMatch(
            /^$|^## |^- |^ {2}\S|^Thanks to |^\[[^\]]+\]: https:\/\/github\.com\/acme\/shop\/\S+$/,
          );
          if (line.startsWith("## ")) expect(line.slice(3)).toMatch(titles);
        }
        for (const [, target] of markdown.matchAll(/(?<!\\)\]\(([^)]*)\)/g))
          expect(target).toMatch(/^https:\/\/github\.com\/acme\/shop\//);
        expect(markdown).not.toMatch(/(^|[^\\])<|@[\w]|evil\.example/);
      }),
    );
  });
});
