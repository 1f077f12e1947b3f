import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { multipartPairs, pairsMax, urlencodedPairs } from "./form-fields";

test("an urlencoded text is read as URLSearchParams reads it", () => {
  const pieces = [
    "&",
    "=",
    "+",
    "%",
    "%2",
    "%41",
    "%c3%a9",
    "%C3",
    "%ff",
    "%00",
    "é",
    "日",
    "😀",
    "a",
    "?",
    "__proto__",
  ];
  const text = fc.array(fc.oneof(fc.constantFrom(...pieces), fc.string({ unit: "binary" })), {
    maxLength: 40,
  });
  fc.assert(
    fc.property(text, (parts) => {
      const sent = parts.join("");
      // Node misreads what is not ASCII beside a malformed escape, and strips a question mark in front.
      const ascii = sent.replace(/[\u0080-\uffff]+/g, encodeURIComponent);
      expect(urlencodedPairs(Buffer.from(sent))).toEqual([...new URLSearchParams(`?${ascii}`)]);
    }),
  );
});

test("only the first thousand pairs of an urlencoded text and one more are read, and empty ones are none", () => {
  const pairs = urlencodedPairs(Buffer.from("a=1&&&".repeat(pairsMax + 5)));
  expect(pairs).toHaveLength(pairsMax + 1);
  expect(urlencodedPairs(Buffer.from("&".repeat(100_000)))).toEqual([]);
});

const type = "multipart/form-data; boundary=x";
const field = (name: string, value: string, more = "") =>
  `--x\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${value}\r\n`;
const pairsOf = (body: string, contentType = type) => multipartPairs(Buffer.from(body), contentType);

describe("a multipart form", () => {
  test.each<[guarantee: string, body: string, pairs: [string, string][]]>([
    [
      "gives its fields in order",
      `${field("a", "1")}${field("b", "é\r\n")}${field("a", "2")}--x--`,
      [
        ["a", "1"],
        ["b", "é\r\n"],
        ["a", "2"],
      ],
    ],
    ["gives names as UTF-8", `${field("日", "1")}--x--`, [["日", "1"]]],
    ["leaves files out", `${field("f", "1", '; filename="a"')}${field("a", "1")}--x--`, [["a", "1"]]],
    [
      "leaves large files out",
      `${field("f", "1".repeat(200_000), '; filename="a"')}${field("a", "1")}--x--`,
      [["a", "1"]],
    ],
    ["gives what came before it breaks off", `${field("a", "1")}--x\r\nContent-Disp`, [["a", "1"]]],
    ["gives no field that breaks off", `${field("a", "1")}${field("b", "2")}`.slice(0, -2), [["a", "1"]]],
    ["has no fields without names", "--x\r\nContent-Disposition: form-data\r\n\r\n1\r\n--x--", []],
    ["has no fields without parts", "--x--\r\n", []],
    [
      "gives names of object properties as any other",
      `${field("__proto__", "1")}--x--`,
      [["__proto__", "1"]],
    ],
  ])("%s", (_guarantee, body, pairs) => expect(pairsOf(body)).toEqual(pairs));

  test("gives large fields as a whole, wherever the slices end in which they are parsed", () => {
    const large = "\r\n--y".repeat(300_000);
    expect(pairsOf(`${field("a", large)}${field("b", "2")}--x--`)).toEqual([
      ["a", large],
      ["b", "2"],
    ]);
  });

  test("gives its first thousand fields and one more", () => {
    expect(pairsOf(`${field("a", "1").repeat(pairsMax + 500)}--x--`)).toHaveLength(pairsMax + 1);
  });

  test.each([
    "multipart/form-data",
    "multipart/form-data; boundary=",
    "multipart/form-data; boundary=\u0000",
    "",
  ])("has no fields with the type %j", (contentType) =>
    expect(pairsOf(`${field("a", "1")}--x--`, contentType)).toEqual([]),
  );

  test("never throws", () => {
    const pieces = [
      "--x",
      "--x--",
      "\r\n",
      "\r",
      "\n",
      "Content-Disposition: form-data; name=a",
      "Content-Type: text/plain; charset=utf-16",
      "a: b",
      ": ",
      '"',
      "\u0000",
      "é",
    ];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 60 }), fc.string(), (parts, boundary) => {
        pairsOf(parts.join(""));
        pairsOf(parts.join(""), `multipart/form-data; boundary=${boundary}`);
      }),
    );
  });
});
