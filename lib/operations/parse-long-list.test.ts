import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { json, longLists } from "@/lib/platform/budgets/budgets";
import { AppError } from "./errors";
import { UnreadItems } from "./long-list";
import { parseAroundLists, parseItem } from "./parse-long-list";

function parsed(text: string | Uint8Array): unknown {
  const steps = parseAroundLists(Buffer.from(text), "application/json", "rows");
  for (let step = steps.next(); ; step = steps.next()) if (step.done) return step.value;
}

/** The same with every item read. */
function read(text: string | Uint8Array): unknown {
  const around = parsed(text);
  return Object.fromEntries(
    Object.entries(around as object).map(([name, value]) => [
      name,
      value instanceof UnreadItems ? value.items.map((item) => parseItem(item)) : value,
    ]),
  );
}

const codeOf = (text: string | Uint8Array): string => {
  try {
    read(text);
    return "none";
  } catch (error) {
    return (error as AppError).code;
  }
};

it("gives what JSON.parse does, whatever is in the lists and around them", () => {
  const object = fc.dictionary(fc.string({ unit: "grapheme" }), fc.jsonValue({ maxDepth: 4 }), {
    maxKeys: 5,
  });
  fc.assert(
    fc.property(object, fc.constantFrom(0, 2), (value, indent) => {
      fc.pre(!("__proto__" in value) && !JSON.stringify(value).includes("__proto__"));
      fc.pre(!/\\u(0000|d[89a-f])/.test(JSON.stringify(value)));
      const expected = Object.entries(value).map(([name, each]) => [
        name,
        Array.isArray(each) ? each.map((item) => ({ value: item })) : each,
      ]);
      expect(read(JSON.stringify(value, undefined, indent))).toEqual(
        JSON.parse(JSON.stringify(Object.fromEntries(expected))),
      );
    }),
  );
});

it("texts with brackets, quotes and commas, also where a slice ends, are texts", () => {
  const text = 'a"],[{}\\';
  for (let length = json.sliceBytes - 30; length < json.sliceBytes + 5; length += 1) {
    const filler = "x".repeat(length);
    expect(read(JSON.stringify({ rows: [filler, text, [text]], text }))).toEqual({
      rows: [filler, text, [text]].map((value) => ({ value })),
      text,
    });
  }
});

describe("what is no JSON is refused", () => {
  it.each([
    '{"rows":[1,]}',
    '{"rows":[,1]}',
    '{"rows":[1 2]}',
    '{"rows":[1}',
    '{"rows":[1',
    '{"rows":["a]}',
    '{"rows":[{]}]}',
    '{"rows":[1]]}',
    '{"rows":[1]',
    '{"rows" [1]}',
    '{"rows":[\u0001]}',
    "",
    Buffer.from([...Buffer.from('{"rows":["'), 0xff, ...Buffer.from('"]}')]),
  ])("%s", (text) => {
    expect(codeOf(text)).toBe("invalid_json");
  });

  it("and another type", () => {
    expect(() => parseAroundLists(Buffer.from("{}"), "text/csv", "rows").next().value).not.toThrow();
    const steps = parseAroundLists(Buffer.from("{}"), "text/csv", "rows");
    steps.next();
    expect(() => steps.next()).toThrow(AppError);
  });
});

it("an empty list is one, and what is no object stays what it is", () => {
  expect(read('{"rows":[ \n]}')).toEqual({ rows: [] });
  expect(parsed("[[1],2]")).toBeInstanceOf(Array);
  expect(parsed('"rows"')).toBe("rows");
});

it("an item is bounded as a body of its own, and says why it can't be kept", () => {
  const items = ['{"a":"\\u0000"}', `${"[".repeat(70)}${"]".repeat(70)}`, `[${"1,".repeat(6000)}1]`];
  expect(read(`{"rows":[${items}]}`)).toEqual({
    rows: [
      { problem: "a must not contain a NUL character" },
      { problem: "must not be nested deeper than 64 levels" },
      { problem: "must not have more than 5000 entries in one object or array" },
    ],
  });
  expect(parseItem(Buffer.alloc(1024 * 1024 + 1, "1"))).toEqual({
    problem: "must have at most 1048576 bytes",
  });
});

it("what is around lists is bounded as a body, too", () => {
  const filler = "x".repeat(1024 * 1024);
  expect(() => parsed(JSON.stringify({ rows: [filler], other: filler }))).toThrow("besides its list");
  expect(parsed(JSON.stringify({ rows: [filler, filler] }))).toEqual({ rows: expect.any(UnreadItems) });
});

it("more items than there may be are refused before any more are cut", () => {
  const { itemsMax } = longLists;
  const of = (count: number) => `{"rows":[${Array.from({ length: count }, () => "1").join(",")}]}`;
  expect((parsed(of(itemsMax)) as { rows: UnreadItems }).rows.items).toHaveLength(itemsMax);
  expect(() => parsed(of(itemsMax + 1))).toThrow("rows must have at most 10000 entries");
});
