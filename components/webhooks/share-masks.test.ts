import { expect, test } from "vitest";
import { isSecretHeader, maskedHeaders } from "./share-masks";

test.each([
  "Authorization",
  "Proxy-Authorization",
  "Cookie",
  "Stripe-Signature",
  "X-Hub-Signature-256",
  "X-Shopify-Hmac-Sha256",
  "X-API-Key",
  "api_key",
  "X-Gitlab-Token",
  "X-Telegram-Bot-Api-Secret-Token",
])("%s is a secret", (name) => expect(isSecretHeader(name)).toBe(true));

test.each(["Content-Type", "User-Agent", "X-Request-Id", "X-GitHub-Event", "Host", "Accept"])(
  "%s is none",
  (name) => expect(isSecretHeader(name)).toBe(false),
);

test("each name is offered once, and what tells the sender is suggested, too", () => {
  const rawHeaders: [string, string][] = [
    ["Host", "h"],
    ["X-A", "1"],
    ["x-a", "2"],
    ["X-Forwarded-For", "192.0.2.1"],
    ["Cookie", "a=b"],
  ];
  expect(maskedHeaders({ rawHeaders })).toEqual({
    names: ["host", "x-a", "x-forwarded-for", "cookie"],
    suggested: ["x-forwarded-for", "cookie"],
  });
});
