import { expect, test } from "vitest";
import { ownInboxOf, ownTargetOf } from "./own-target";

const webhook = "/api/webhook/a?b=c";

test.each([
  [`http://ab-shop.mock.localhost:3000${webhook}`, { label: "ab-shop", prefix: "", target: webhook }],
  ["https://ab-shop.mock.localhost", { label: "ab-shop", prefix: "", target: "/" }],
  [`http://localhost:3000/p/AB-shop${webhook}`, { label: "ab-shop", prefix: "/p/AB-shop", target: webhook }],
  ["ftp://ab-shop.mock.localhost", undefined],
  ["https://a.ab-shop.mock.localhost", undefined],
  ["https://example.com/ab-shop.mock.localhost", undefined],
  [`http://example.com/p/ab-shop${webhook}`, undefined],
  [`http://localhost:3001/p/ab-shop${webhook}`, undefined],
  [`http://localhost:3000/p/${webhook}`, undefined],
  ["http://localhost:3000/p/ab-shop/mocks", undefined],
  [`http://ab:c@ab-shop.mock.localhost:3000${webhook}`, undefined],
  ["nonsense", undefined],
])("%s leads to %o", (url, target) => {
  expect(ownTargetOf(url)).toEqual(target);
});

test.each([
  [`http://ab-shop.mock.localhost:3000${webhook}`, true],
  [`http://localhost:3000/p/ab-shop${webhook}`, true],
  ["http://ab-shop.mock.localhost:3000/api/mock/a", false],
  ["http://ab-shop.mock.localhost:3000/api/webhook/../mock/a", false],
  ["http://localhost:3000/p/ab-shop/api/webhook/%2e%2e/mock/a", false],
  ["http://localhost:3000/api/webhook/a", false],
  [`http://localhost:6379${webhook}`, false],
  [`http://example.com${webhook}`, false],
])("%s leads to an inbox: %s", (url, expected) => {
  expect(ownInboxOf(url) !== undefined).toBe(expected);
});
