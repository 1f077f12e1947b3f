import fc from "fast-check";
import { expect, it } from "vitest";
import { csvRows } from "./csv-rows";

/** The rows, or what ends them. */
const fieldsOf = (text: string) => {
  const rows: string[][] = [];
  for (const row of csvRows(text)) {
    if ("problem" in row) return row.problem;
    rows.push(row.fields);
  }
  return rows;
};

it.each<[text: string, rows: string[][] | string]>([
  ["", []],
  [
    "a,b\r\n1,2\r\n",
    [
      ["a", "b"],
      ["1", "2"],
    ],
  ],
  [
    "a,b\n1,2",
    [
      ["a", "b"],
      ["1", "2"],
    ],
  ],
  [
    "a,b\r1,2",
    [
      ["a", "b"],
      ["1", "2"],
    ],
  ],
  [
    '\uFEFFa,b\n\n1,\n,\n" ",\t\n , ,,\n,2',
    [
      ["a", "b"],
      ["1", ""],
      ["", "2"],
    ],
  ],
  ['a,"b,""c""\nd"\n', [["a", 'b,"c"\nd']]],
  ['"",x', [["", "x"]]],
  ['a b"c,d', [['a b"c', "d"]]],
  [
    "a;b\n1,5;2",
    [
      ["a", "b"],
      ["1,5", "2"],
    ],
  ],
  [
    "a\tb\n1\t2",
    [
      ["a", "b"],
      ["1", "2"],
    ],
  ],
  ['"a;b",c', [["a;b", "c"]]],
  ["\n\r\na;b", [["a", "b"]]],
  ['"a,,,";c', [["a,,,", "c"]]],
  ['a,"b\nc', "The quote in line 1 is never closed."],
  ['a\n"b"c', "Line 2 goes on after the quote that ends a field."],
  ['a,b\n"1""', "The quote in line 2 is never closed."],
])("%j", (text, rows) => {
  expect(fieldsOf(text)).toEqual(rows);
});

it("tells where each row begins", () => {
  expect([...csvRows('a\n"b\r\nc"\n\nd\n"e\n"x')]).toEqual([
    { line: 1, fields: ["a"] },
    { line: 2, fields: ["b\r\nc"] },
    { line: 5, fields: ["d"] },
    { problem: "Line 7 goes on after the quote that ends a field." },
  ]);
});

it("reads what is written by its rules, whatever is in it", () => {
  const field = fc.string({ unit: fc.constantFrom(..."a,;\t\"\n\r é'") });
  fc.assert(
    fc.property(fc.array(fc.array(field, { minLength: 2, maxLength: 4 }), { maxLength: 4 }), (rows) => {
      const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
      const text = rows.map((row) => row.map(quoted).join(",")).join("\r\n");
      expect(fieldsOf(text)).toEqual(rows.filter((row) => row.some((each) => each.trim() !== "")));
    }),
  );
});

it("reads long texts, also of one field", () => {
  const row = `${'"a""b",'.repeat(50)}c\n`;
  expect(fieldsOf(row.repeat(2000))).toHaveLength(2000);
  expect(fieldsOf(`"${'""'.repeat(500_000)}`)).toBe("The quote in line 1 is never closed.");
  expect(fieldsOf(`id\n"${"x,\n".repeat(500_000)}`)).toBe("The quote in line 2 is never closed.");
});
