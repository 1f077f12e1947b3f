import { expect, test } from "vitest";
import { baseUrlFrom, targetOf } from "./proxy-target";

test.each([
  ["https://api.example.com", "/users", "?a=1", "https://api.example.com/users?a=1"],
  ["https://api.example.com/v1", "/users/", "", "https://api.example.com/v1/users/"],
  ["https://api.example.com/v1", "", "?", "https://api.example.com/v1?"],
  ["https://api.example.com/v1", "//a//b", "", "https://api.example.com/v1//a//b"],
  ["https://api.example.com/v1", "/a%2Fb%20c", "?q=%26", "https://api.example.com/v1/a%2Fb%20c?q=%26"],
  ["https://api.example.com/v1", "/a#b\\c", "?#", "https://api.example.com/v1/a%23b%5Cc?%23"],
  ["https://api.example.com", "/caf\u00c3\u00a9", "", "https://api.example.com/caf%C3%A9"],
  ["https://api.example.com/v1", "/../admin", "", undefined],
  ["https://api.example.com/v1", "/%2e%2E/admin", "", undefined],
  ["https://api.example.com/v1", "/../v1x", "", undefined],
  ["https://api.example.com/v1", "/../v1/x", "", "https://api.example.com/v1/x"],
  ["https://api.example.com", "/../admin", "", "https://api.example.com/admin"],
])("below %s, %s%s goes to %s", (baseUrl, path, query, target) => {
  expect(targetOf(baseUrl, path, query)).toBe(target);
});

test.each([
  ["https://API.example.com/v1/", { baseUrl: "https://api.example.com/v1" }],
  ["https://api.example.com", { baseUrl: "https://api.example.com" }],
  ["https://api.example.com/?a=1", { problem: expect.stringContaining("neither a query") }],
  ["https://api.example.com/#a", { problem: expect.stringContaining("neither a query") }],
  ["http://api.example.com", { problem: expect.stringContaining("https://") }],
  ["https://127.0.0.1", { problem: expect.stringContaining("not public") }],
  ["https://shop.mock.localhost", { problem: expect.any(String) }],
  ["api.example.com", { problem: expect.stringContaining("complete address") }],
])("%s is %j", (given, expected) => {
  expect(baseUrlFrom(given)).toEqual(expected);
});
