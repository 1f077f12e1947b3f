import { expect, test } from "vitest";
import { addressProblems } from "./callback-problems";
import { GivenCallbacks } from "./contract";

const callback = { url: "", method: "POST" as const, headers: {}, body: "", templated: false, delayMs: 0 };

test.each([
  ["https://example.com/hook?key=1", false, undefined],
  ["http://shop.mock.localhost:3000/api/webhook/a", false, undefined],
  ["http://localhost:3000/p/ab-shop/api/webhook/a", false, undefined],
  ["http://localhost:3000/api/projects", false, expect.any(String)],
  ["http://example.com/hook", false, expect.stringContaining("https://")],
  ["https://10.0.0.1/", false, expect.stringContaining("not public")],
  ["https://a:b@example.com/", false, expect.any(String)],
  ["{{ request.json.url }}", true, undefined],
  ["{{ request.json.url }}", false, expect.any(String)],
  ["https://10.0.0.1/", true, expect.any(String)],
])("%s, as a template: %s", (url, templated, message) => {
  const problems = addressProblems([{ ...callback, url, templated }]);
  expect(problems).toEqual(message === undefined ? [] : [{ path: "callbacks.0.url", message }]);
});

test.each([
  [[{ url: "https://example.com" }], undefined],
  [[{ url: "https://example.com", headers: { "X-A": ["1", "2"] } }], undefined],
  [[{ url: "" }], ["0", "url"]],
  [[{ url: "x".repeat(2001) }], ["0", "url"]],
  [[{ url: "https://example.com", method: "TRACE" }], ["0", "method"]],
  [[{ url: "https://example.com", headers: { "a b": "1" } }], ["0", "headers", "a b"]],
  [[{ url: "https://example.com", body: "x".repeat(100_001) }], ["0", "body"]],
  [[{ url: "https://example.com", delayMs: 30_001 }], ["0", "delayMs"]],
  [Array(4).fill({ url: "https://example.com" }), []],
  ["x", []],
])("the contract judges %.80j", (given, path) => {
  expect(GivenCallbacks.safeParse(given).error?.issues[0]?.path.map(String)).toEqual(path);
});
