import { describe, expect, test } from "vitest";
import { commonHeaders, contentSecurityPolicy } from "./page-headers";

const local = {
  appUrl: "http://localhost:3000",
  wsUrl: "ws://localhost:3000",
  mockDomain: "mock.localhost:3000",
  isDev: false,
};
const live = {
  ...{ appUrl: "https://fieldkit.example", wsUrl: "wss://streams.example" },
  ...{ mockDomain: "mock.example", isDev: false },
};
const directivesOf = (policy: string) =>
  Object.fromEntries(
    policy.split("; ").map((each) => [each.split(" ", 1)[0], each.split(" ").slice(1).join(" ")]),
  );

describe("the policy of pages", () => {
  test("runs no script without the nonce, and frames nothing", () => {
    const policy = directivesOf(contentSecurityPolicy(live, "abc"));
    expect(policy).toMatchObject({
      "script-src": "'nonce-abc' 'strict-dynamic'",
      "style-src": "'self' 'nonce-abc'",
      "frame-ancestors": "'none'",
      "object-src": "'none'",
      "base-uri": "'none'",
      "form-action": "'self'",
    });
  });

  test.each([
    [local, "'self' ws://localhost:3000 ws://127.0.0.1:3000 http://*.mock.localhost:3000"],
    [live, "'self' wss://streams.example https://*.mock.example"],
  ])("lets pages call the app, its streams and project hosts alone", (deployment, connections) => {
    expect(directivesOf(contentSecurityPolicy(deployment, "abc"))["connect-src"]).toBe(connections);
  });
});

test("browsers keep to https where the app is on https, and only there", () => {
  expect(commonHeaders(live)).toHaveProperty("Strict-Transport-Security");
  expect(commonHeaders(local)).not.toHaveProperty("Strict-Transport-Security");
});
