import { expect, test } from "vitest";
import { parsedBytesMax, readBody } from "./body-reading";
import { bytesOf } from "./whole-capture";

const encoded = (text: string) => new TextEncoder().encode(text);

test("JSON is read, whatever the sender calls it", () => {
  expect(readBody(encoded('{"a":1}'), "text/plain")).toMatchObject({
    text: '{"a":1}',
    json: { valid: true, value: { a: 1 } },
    form: undefined,
  });
});

test("a form's fields keep their order and repetitions", () => {
  const { form, json } = readBody(
    encoded("b=1&a=x+y&b=%C3%A4"),
    "application/x-www-form-urlencoded; charset=x",
  );
  expect(form).toEqual([
    ["b", "1"],
    ["a", "x y"],
    ["b", "ä"],
  ]);
  expect(json.valid).toBe(false);
});

test.each([
  ["no UTF-8", Uint8Array.of(0xff, 0xfe, 0x00)],
  ["a character cut in two", encoded("ä").subarray(0, 1)],
])("%s is no text", (_, bytes) => {
  expect(readBody(bytes)).toMatchObject({ text: undefined, json: { valid: false } });
});

test("an empty body is empty text and no JSON", () => {
  expect(readBody(new Uint8Array())).toMatchObject({ text: "", json: { valid: false } });
});

test("what is too large to parse is text only", () => {
  const { text, json } = readBody(encoded(`"${"x".repeat(parsedBytesMax)}"`));
  expect(json.valid).toBe(false);
  expect(text).toHaveLength(parsedBytesMax + 2);
});

test("the bytes of a capture are the same from either encoding", () => {
  const bytes = encoded("aä€😀");
  expect(bytesOf({ body: "aä€😀", bodyEncoding: "utf8" })).toEqual(bytes);
  const body = btoa(String.fromCharCode(...bytes));
  expect(bytesOf({ body, bodyEncoding: "base64" })).toEqual(bytes);
});
