import { createHmac } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type SchemeName, schemes, verdicts } from "./contract";
import { type Given, judged } from "./sample-check";

const secret = "hush";
const hex = (body: string) => createHmac("sha256", secret).update(body).digest("hex");
const digits = "0".repeat(64);
const twilio = `${"A".repeat(27)}=`;
const form = { "content-type": "application/x-www-form-urlencoded" };
const standard = { "webhook-id": "m", "webhook-timestamp": "1700000000" };

test.each<[SchemeName, Given, string]>([
  ["github", { headers: { "x-hub-signature": "sha1=ab" } }, "SHA-1"],
  ["github", { headers: { "x-hub-signature-256": digits } }, "does not begin with sha256="],
  ["github", { headers: { "x-hub-signature-256": "sha256=xyz" } }, "64 hexadecimal digits after sha256="],
  ["github", { headers: { "x-hub-signature-256": `sha256=${digits}0` } }, "64 hexadecimal digits"],
  [
    "github",
    {
      rawHeaders: [
        ["X-Hub-Signature-256", `sha256=${hex("")}`],
        ["x-hub-signature-256", `sha256=${hex("")}`],
      ],
    },
    "is there 2 times",
  ],
  ["stripe", { headers: { "stripe-signature": `v1=${digits}` } }, "t= is missing"],
  ["stripe", { headers: { "stripe-signature": `t=soon,v1=${digits}` } }, "not a time in seconds"],
  ["stripe", { headers: { "stripe-signature": `t=1700000000000,v1=${digits}` } }, "not a time in seconds"],
  ["stripe", { headers: { "stripe-signature": `t=1,t=2,v1=${digits}` } }, "not a time in seconds"],
  ["stripe", { headers: { "stripe-signature": `t=1,v0=${digits}` } }, "v1= is missing"],
  ["stripe", { headers: { "stripe-signature": "t=1,v1=x" } }, "64 hexadecimal digits"],
  ["slack", { headers: { "x-slack-signature": `v0=${digits}` } }, "X-Slack-Request-Timestamp is missing"],
  [
    "slack",
    { headers: { "x-slack-signature": `v0=${digits}`, "x-slack-request-timestamp": "-1" } },
    "X-Slack-Request-Timestamp is not a time",
  ],
  [
    "slack",
    { headers: { "x-slack-signature": digits, "x-slack-request-timestamp": "1" } },
    "must be v0= and 64",
  ],
  ["shopify", { headers: { "x-shopify-hmac-sha256": digits } }, "32 bytes as base64"],
  ["standard-webhooks", { headers: { "webhook-signature": "v1,x" } }, "webhook-id is missing"],
  ["standard-webhooks", { headers: { ...standard, "webhook-signature": "v1a,x" } }, "of the kind v1"],
  ["standard-webhooks", { headers: { ...standard, "webhook-signature": "v1,x" } }, "32 bytes as base64"],
  ["svix", { headers: { ...standard, "webhook-signature": "v1,x" } }, "svix-signature is missing"],
  ["twilio", { headers: { "x-twilio-signature": "x" } }, "20 bytes as base64"],
  ["twilio", { headers: { "x-twilio-signature": twilio }, body: "{}" }, "Nothing signs the body"],
  [
    "twilio",
    { headers: { "x-twilio-signature": twilio, ...form }, body: "a&".repeat(501) },
    "no form that Twilio would send",
  ],
  [
    "twilio",
    { headers: { "x-twilio-signature": twilio, ...form }, body: "a=1" },
    "another address than https://acme-shop.mock.example",
  ],
  ["twilio", { headers: { "x-twilio-signature": twilio }, rawUrl: "/?bodySHA256=x" }, "bodySHA256"],
  ["hmac", {}, "The header X-Signature is missing."],
  ["hmac", { headers: { "x-signature": hex("{}") }, body: "{}\n" }, "without the line break at its end"],
  ["hmac", { headers: { "x-signature": hex("{}") }, body: "{}\r\n" }, "without the line break at its end"],
  ["hmac", { headers: { "x-signature": hex("{}\n") }, body: "{}" }, "line break at its end, which was lost"],
  ["hmac", { headers: { "x-signature": hex("{}") }, body: "{ }" }, "another secret, or the body was changed"],
])("%s says what is wrong, case %#", async (scheme, given, detail) => {
  const judgement = await judged({ scheme }, secret, given);
  expect(judgement.detail).toContain(detail);
  expect(judgement.verdict).toMatch(/^(wrong|missing)$/);
});

describe("Twilio signs the address that it was given", () => {
  const signed = (url: string) => createHmac("sha1", secret).update(url).digest("base64");
  const path = "/api/webhook/abcdefghij123456/sms?a=b";

  test.each<[string, string, Given]>([
    ["the inbox's own", `https://acme-shop.mock.example${path}`, {}],
    ["with the usual port", `https://acme-shop.mock.example:443${path}`, {}],
    [
      "without the port of this machine",
      `http://acme-shop.mock.localhost${path}`,
      { baseUrl: "http://acme-shop.mock.localhost:3000" },
    ],
    [
      "of a tunnel, which tells it",
      `https://abc.tunnel.example${path}`,
      { headers: { "X-Forwarded-Host": "abc.tunnel.example", host: "acme-shop.mock.localhost:3000" } },
    ],
    [
      "of a proxy that passes the host on",
      `https://hooks.example:8443${path}`,
      { headers: { host: "hooks.example:8443" } },
    ],
    [
      "even where the request's target has it",
      `https://acme-shop.mock.example${path}`,
      { rawUrl: `http://acme-shop.mock.example${path}` },
    ],
  ])("%s", async (_, url, given) => {
    const headers = { ...given.headers, "x-twilio-signature": signed(url) };
    const judgement = await judged({ scheme: "twilio" }, secret, { rawUrl: path, ...given, headers });
    expect(judgement.verdict).toBe("valid");
  });

  test("but not of another inbox", async () => {
    const headers = { "x-twilio-signature": signed(`https://acme-shop.mock.example${path}2`) };
    const judgement = await judged({ scheme: "twilio" }, secret, { rawUrl: path, headers });
    expect(judgement.verdict).toBe("wrong");
  });
});

/** The names that schemes look at, and values that look like theirs. */
const names = [
  ...["x-hub-signature-256", "x-hub-signature", "stripe-signature", "x-slack-signature", "x-signature"],
  ...["x-slack-request-timestamp", "x-shopify-hmac-sha256", "webhook-id", "webhook-timestamp"],
  ...["webhook-signature", "svix-id", "svix-timestamp", "svix-signature", "x-twilio-signature"],
  ...["content-type", "host", "x-forwarded-host"],
];
const pieces = [
  ...["sha256=", "v0=", "v1=", "v1,", "t=", ",", " ", "=", digits, twilio, "1700000000", "9".repeat(30)],
  ...[
    "application/x-www-form-urlencoded",
    "[::1]:80",
    "\u0000",
    "é",
    "\ud800",
    "日",
    "%",
    "-1",
    "NaN",
    "1e9",
  ],
];
const value = fc.oneof(
  fc.string({ unit: "binary", maxLength: 200 }),
  fc.array(fc.constantFrom(...pieces), { maxLength: 6 }).map((parts) => parts.join("")),
);

test("no header, address or body makes a check throw, or valid", async () => {
  const given = fc.record({
    scheme: fc.constantFrom(...schemes),
    rawHeaders: fc.array(fc.tuple(fc.constantFrom(...names), value), { maxLength: 8 }),
    rawUrl: value.map((text) => `/${text}`),
    body: fc.oneof(fc.uint8Array({ maxLength: 300 }), value).map((bytes) => Buffer.from(bytes as string)),
    baseUrl: fc.constantFrom("https://a.example", "http://a.mock.localhost:3000", "x"),
  });
  await fc.assert(
    fc.asyncProperty(given, async ({ scheme, ...request }) => {
      const { verdict, detail } = await judged({ scheme }, "c2VjcmV0", request);
      expect(verdicts).toContain(verdict);
      expect(verdict).not.toBe("valid");
      expect(detail.length).toBeGreaterThan(10);
      expect(detail.length).toBeLessThan(400);
    }),
  );
});
