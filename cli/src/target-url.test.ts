import { expect, test } from "vitest";
import { targetUrl } from "./target-url";

test.each([
  ["http://localhost:4000/webhooks", "http://localhost:4000/webhooks"],
  ["localhost:4000", "http://localhost:4000/"],
  ["localhost:4000/a?b=1#c", "http://localhost:4000/a?b=1"],
  ["127.0.0.1:4000", "http://127.0.0.1:4000/"],
  ["[::1]:4000", "http://[::1]:4000/"],
  ["4000", "http://localhost:4000/"],
  [":4000/webhooks", "http://localhost:4000/webhooks"],
  ["HTTPS://api.example.com", "https://api.example.com/"],
  ["api.example.com/hooks", "http://api.example.com/hooks"],
])("reads %s", (given, expected) => {
  expect(targetUrl(given).href).toBe(expected);
});

test.each([
  ["ftp://localhost:4000", /http:\/\/ or https:\/\//],
  ["ws://localhost", /http:\/\/ or https:\/\//],
  ["mailto:ada@example.com", /http:\/\/ or https:\/\//],
  ["http://", /must be a URL/],
  ["", /must be a URL/],
  ["http://localhost:99999", /must be a URL/],
  ["local host", /must be a URL/],
  ["http://ada:secret@localhost", /user name or password/],
])("refuses %s", (given, message) => {
  expect(() => targetUrl(given)).toThrow(message);
});
