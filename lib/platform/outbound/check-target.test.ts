import { expect, test } from "vitest";
import { checkTarget, receiverProblem } from "./check-target";

test.each([
  ["http://localhost:4000", "http://localhost:4000/a", true],
  ["http://localhost:4000", "http://127.0.0.1:4000/a", true],
  ["http://127.0.0.1:4000", "http://[::1]:4000/a", true],
  ["http://[::1]:4000", "http://localhost:4000/a", true],
  ["http://localhost:4000", "http://localhost:4001/a", false],
  ["http://localhost:4000", "https://127.0.0.1:4000/a", false],
  ["http://localhost:4000", "http://127.0.0.2:4000/a", false],
  ["http://localhost:4000", "http://shop.localhost:4000/a", false],
  ["http://10.0.0.1:4000", "http://10.0.0.1:4000/a", true],
])("OUTBOUND_ALLOW=%s and %s: %s", (allowed, url, expected) => {
  const check = () => checkTarget(url, { allow: [allowed] });
  if (expected) expect(check().href).toBe(url);
  else expect(check).toThrow();
});

const local = /not public.*fieldkit listen.*OUTBOUND_ALLOW/;

test.each([
  ["https://example.com/hook", undefined],
  ["http://example.com/hook", /must begin with https:\/\//],
  ["http://localhost:4000/webhooks", local],
  ["http://127.0.0.1:4000/webhooks", local],
  ["https://[::1]/", local],
  ["http://shop.localhost/", local],
  ["https://192.168.0.2/", local],
  ["nonsense", /complete/],
])("a receiver at %s", (url, message) => {
  if (message) expect(receiverProblem(url)).toMatch(message);
  else expect(receiverProblem(url)).toBeUndefined();
});
