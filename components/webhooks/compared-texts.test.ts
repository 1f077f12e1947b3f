import { expect, test } from "vitest";
import { comparedBody, comparedBytesMax, comparedHead, likelyPartner } from "./compared-texts";
import { capture } from "./sample-capture";

const bytes = (text: string) => new TextEncoder().encode(text);

test("heads are the request line and the headers by name", () => {
  const rawHeaders: [string, string][] = [
    ["X-B", "2"],
    ["accept", "*/*"],
    ["X-A", "1"],
  ];
  expect(comparedHead(capture(1, { rawHeaders }))).toBe("POST /orders?page=1\naccept: */*\nx-a: 1\nx-b: 2");
});

test.each([
  ["JSON has a line for each value", bytes('{"a":1,"b":[2]}'), '{\n  "a": 1,\n  "b": [\n    2\n  ]\n}'],
  ["other text stays as it is", bytes("a=1&b=2"), "a=1&b=2"],
  ["nothing is nothing", bytes(""), ""],
  ["what is no text is not compared", new Uint8Array([0xff, 0xfe]), undefined],
])("%s", (_, body, text) => expect(comparedBody(body)).toBe(text));

test("of a long body the beginning is compared, also if it ends within a character", () => {
  const long = bytes(`${"a".repeat(comparedBytesMax - 1)}é`);
  expect(comparedBody(long)).toBe("a".repeat(comparedBytesMax - 1));
});

test("the one before of the same kind is the likely partner", () => {
  const of = (sequence: number, event: string) =>
    capture(sequence, { body: JSON.stringify({ type: event }) });
  const list = [of(5, "paid"), of(4, "sent"), of(3, "paid"), of(2, "sent"), of(1, "new")];
  const partner = (place: number) => likelyPartner(list[place] as never, list.toSpliced(place, 1))?.sequence;
  expect([0, 1, 2, 3, 4].map(partner)).toEqual([3, 2, 2, 1, 2]);
  expect(likelyPartner(of(1, "x"), [])).toBeUndefined();
});
