import { expect, test } from "vitest";
import { matchesFilter, methodsOf } from "./capture-filter";
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
  expect(matchesFilter(request, { method, text })).toBe(expected);
});

test("binary bodies are not searched by their base64 text", () => {
  const binary = capture(1, { body: "AAAA", bodyEncoding: "base64" });
  expect(matchesFilter(binary, { method: "", text: "AAAA" })).toBe(false);
});

test("offers the methods that occur and the chosen one", () => {
  const list = [capture(1, { method: "PUT" }), capture(2, { method: "GET" }), capture(3, { method: "PUT" })];
  expect(methodsOf(list, "")).toEqual(["GET", "PUT"]);
  expect(methodsOf(list, "POST")).toEqual(["GET", "POST", "PUT"]);
});

test("what the API found in the rest of a body matches, with the method it has", () => {
  const long = capture(1, { body: "beginning", bodyTruncated: true });
  const found = new Set([long.id]);
  expect(matchesFilter(long, { method: "", text: "end" }, found)).toBe(true);
  expect(matchesFilter(long, { method: "GET", text: "end" }, found)).toBe(false);
  expect(matchesFilter(capture(2), { method: "", text: "end" }, found)).toBe(false);
});
