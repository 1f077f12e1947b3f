import { expect, test } from "vitest";
import { isFiltering, matchesFilter, methodsOf, noFilter, verdictsOf } from "./capture-filter";
import { capture } from "./sample-capture";

const request = capture(1, {
  method: "POST",
  rawUrl: "/api/webhook/ref/caf%C3%A9/orders?note=two+words",
  rawHeaders: [["X-Signature", "sha256=ABC"]],
  body: '{"text":"a (b) [c] $1"}',
});

test.each([
  ["", "", true],
  ["POST", "", true],
  ["GET", "", false],
  ["", "ORDERS", true],
  ["", "café", true],
  ["", "two words", true],
  ["", "x-signature: sha256=abc", true],
  ["", "(b) [c] $1", true],
  ["", "  (b)  ", true],
  ["", "nowhere", false],
  ["GET", "orders", false],
  ["", "\\", false],
])("method %j and text %j", (method, text, expected) => {
  expect(matchesFilter(request, { ...noFilter, method, text })).toBe(expected);
});

test("binary bodies are not searched by their base64 text", () => {
  const binary = capture(1, { body: "AAAA", bodyEncoding: "base64" });
  expect(matchesFilter(binary, { ...noFilter, text: "AAAA" })).toBe(false);
});

test("offers the methods that occur and the chosen one", () => {
  const list = [capture(1, { method: "PUT" }), capture(2, { method: "GET" }), capture(3, { method: "PUT" })];
  expect(methodsOf(list, "")).toEqual(["GET", "PUT"]);
  expect(methodsOf(list, "POST")).toEqual(["GET", "POST", "PUT"]);
});

test("what the API found in the rest of a body matches, with the method it has", () => {
  const long = capture(1, { body: "beginning", bodyTruncated: true });
  const found = new Set([long.id]);
  expect(matchesFilter(long, { ...noFilter, text: "end" }, found)).toBe(true);
  expect(matchesFilter(long, { ...noFilter, method: "GET", text: "end" }, found)).toBe(false);
  expect(matchesFilter(capture(2), { ...noFilter, text: "end" }, found)).toBe(false);
});

test("captures are found by the verdict on their signature", () => {
  const verdict = (verdict: "valid" | "wrong") => ({ verdict, detail: "", refused: false });
  const wrong = capture(1, { signature: verdict("wrong") });
  const valid = capture(2, { signature: verdict("valid") });
  const filter = { ...noFilter, signature: "wrong" as const };
  expect([wrong, valid, capture(3)].filter((each) => matchesFilter(each, filter))).toEqual([wrong]);
  expect(verdictsOf([wrong, valid, capture(3)], "")).toEqual(["valid", "wrong"]);
  expect(verdictsOf([capture(3)], "late")).toEqual(["late"]);
  expect([noFilter, filter, { ...noFilter, text: " " }].map(isFiltering)).toEqual([false, true, false]);
});
