import { createHmac } from "node:crypto";
import { sign } from "@octokit/webhooks-methods";
import { Webhook } from "standardwebhooks";
import { describe, expect, test } from "vitest";
import type { Signature } from "./contract";
import { judge } from "./judge";
import { type Given, judged, requestOf, signatureOf } from "./sample-check";

type Case = [string, Partial<Signature> & Pick<Signature, "scheme">, string, Given];

const slackBody =
  "token=xyzz0WbapA4vBCDEFasx0q6G&team_id=T1DC2JH3J&team_domain=testteamnow&channel_id=G8PSS9T3V&channel_name=foobar&user_id=U2CERLKJA&user_name=roadrunner&command=%2Fwebhook-collect&text=&response_url=https%3A%2F%2Fhooks.slack.com%2Fcommands%2FT1DC2JH3J%2F397700885554%2F96rGlfmibIGlgcZRskXaIFfN&trigger_id=398738663015.47445629121.803a0bc887a14d10d2c447fce8b6703c";
const stripe = "0c8670ed117751cc551a20e35839447075c42800ea3cf3e8a2fbda99cd1e6edd";
const hello = createHmac("sha512", "hush").update("hello").digest("base64");
const form = { "content-type": "application/x-www-form-urlencoded; charset=utf-8" };

/** From the documentation of the senders, or made by their own packages. */
const vectors: Case[] = [
  [
    "GitHub",
    { scheme: "github" },
    "It's a Secret to Everybody",
    {
      headers: {
        "x-hub-signature-256": "sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17",
      },
      body: "Hello, World!",
    },
  ],
  [
    "Stripe, with a signature of a secret that goes",
    { scheme: "stripe" },
    "whsec_test_secret",
    {
      headers: { "stripe-signature": `t=1700000000,v1=${"0".repeat(64)},v1=${stripe},v0=${stripe}` },
      body: '{"id":"evt_1","object":"event"}',
    },
  ],
  [
    "Slack",
    { scheme: "slack" },
    "8f742231b10e8888abcd99yyyzzz85a5",
    {
      headers: {
        "X-Slack-Signature": "v0=a2114d57b48eac39b9ad189dd8316235a7b4a8d21a10bd27519666489c69b503",
        "X-Slack-Request-Timestamp": "1531420618",
      },
      ...{ body: slackBody, at: 1531420700 },
    },
  ],
  [
    "Shopify",
    { scheme: "shopify" },
    "hush",
    {
      headers: { "X-Shopify-Hmac-SHA256": "qBvrsZF7RfB1iS6BX6IHqJTp5L911P7intnPeTPsH0I=" },
      body: '{"id":820982911946154508}',
    },
  ],
  [
    "Standard Webhooks, one of several signatures",
    { scheme: "standard-webhooks" },
    "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
    {
      headers: {
        "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
        "webhook-timestamp": "1614265330",
        "webhook-signature": `v1a,xyz v1,${"A".repeat(43)}= v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=`,
      },
      ...{ body: '{"test": 2432232314}', at: 1614265330 },
    },
  ],
  [
    "Svix",
    { scheme: "svix" },
    "plJ3nmyCDGBKInavdOK15jsl",
    {
      headers: {
        "svix-id": "msg_loFOjxBNrRLzqYUf",
        "svix-timestamp": "1731705121",
        "svix-signature": "v1,rAvfW3dJ/X/qxhsaXPOyyCGmRKsaKWcsNccKXlIktD0=",
      },
      ...{ body: '{"event_type":"ping","data":{"success":true}}', at: 1731705421 },
    },
  ],
  [
    "Twilio, a form",
    { scheme: "twilio" },
    "12345",
    {
      headers: { "x-twilio-signature": "RSOYDt4T1cUTdK1PDd93/VVr8B8=", ...form },
      body: "To=%2B18005551212&Digits=1234&CallSid=CA1234567890ABCDE&From=%2B14158675309&Caller=%2B14158675309",
      ...{ baseUrl: "https://mycompany.com", rawUrl: "/myapp.php?foo=1&bar=2" },
    },
  ],
  [
    "Twilio, repeated, empty and non-Latin fields",
    { scheme: "twilio" },
    "12345",
    {
      headers: { "x-twilio-signature": "o1d0NfGhNe7C2ypK8+hLFAK1SqA=", ...form },
      body: "Body=Zo%C3%AB+%26+co&MediaUrl=b&MediaUrl=a&MediaUrl=b&A=",
      rawUrl: "/api/webhook/abcdefghij123456/sms?a=1",
    },
  ],
  [
    "Twilio, JSON whose digest is in the address",
    { scheme: "twilio" },
    "12345",
    {
      headers: { "x-twilio-signature": "379xhwNV19gBWpHagTIFb9UAAsc=", "content-type": "application/json" },
      body: '{"a":1}',
      rawUrl:
        "/api/webhook/abcdefghij123456?bodySHA256=015abd7f5cc57a2dd94b7590f04ad8084273905ee33ec5cebeae62276a97f862",
    },
  ],
  [
    "a sender of another kind",
    { scheme: "hmac", header: "X-Sum", algorithm: "sha512", encoding: "base64", prefix: "v=" },
    "hush",
    { headers: { "x-sum": `v=${hello}` }, body: "hello" },
  ],
];

describe.each(vectors)("%s", (_, signature, secret, given) => {
  test("is valid, and refused by nobody", async () => {
    const { verdict, refused } = await judged({ ...signature, refuse: true }, secret, given);
    expect([verdict, refused]).toEqual(["valid", false]);
  });

  test.each<[string, string, Given]>([
    ["with another secret", "B".repeat(32), given],
    ["with another body", secret, { ...given, body: `${given.body} ` }],
  ])("is wrong %s", async (__, other, changed) => {
    expect(await judged(signature, other, changed)).toMatchObject({ verdict: "wrong", refused: false });
  });

  test("is missing without its headers, and refused if the inbox wants that", async () => {
    const { headers: ___, ...bare } = given;
    const { verdict, refused } = await judged({ ...signature, refuse: true }, secret, bare);
    expect([verdict, refused]).toEqual(["missing", true]);
  });
});

test("what the packages of senders sign is valid", async () => {
  const body = JSON.stringify({ text: "é 日本 🎈" });
  const header = await sign("hush", body);
  const github = await judged({ scheme: "github" }, "hush", {
    ...{ headers: { "x-hub-signature-256": header }, body },
  });
  expect(github.verdict).toBe("valid");
  const secret = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;
  const signed = new Webhook(secret).sign("msg_1", new Date(1_700_000_000_000), body);
  const headers = { "webhook-id": "msg_1", "webhook-timestamp": "1700000000", "webhook-signature": signed };
  expect((await judged({ scheme: "standard-webhooks" }, secret, { headers, body })).verdict).toBe("valid");
});

describe("the time", () => {
  const late = (age: number, toleranceSeconds = 300) =>
    judged({ scheme: "stripe", toleranceSeconds }, "whsec_test_secret", {
      headers: { "stripe-signature": `t=1700000000,v1=${stripe}` },
      body: '{"id":"evt_1","object":"event"}',
      at: 1_700_000_000 + age,
    });

  test.each([
    [300, "valid", "in time"],
    [301, "late", "5 minutes before the request came; 5 minutes are allowed"],
    [-300, "valid", "in time"],
    [-400, "late", "6 minutes after the request came"],
    [90_000, "late", "25 hours before"],
    [864_000, "late", "10 days before"],
  ])("of %i seconds ago is %s", async (age, verdict, detail) => {
    const judgement = await late(age);
    expect(judgement).toMatchObject({ verdict, detail: expect.stringContaining(detail) });
  });

  test("may be older where the inbox allows it, or must be newer", async () => {
    expect((await late(80_000, 86_400)).verdict).toBe("valid");
    expect(await late(2, 1)).toMatchObject({ detail: expect.stringContaining("1 second is allowed") });
  });
});

test("a secret that can no longer be read is told, and lets nobody in", async () => {
  const signature = signatureOf({ scheme: "github", refuse: true });
  const judgement = await judge({ signature, key: undefined }, requestOf({}));
  expect(judgement).toMatchObject({ verdict: "unchecked", refused: true });
});

test("a body of many MiB is checked, in parts", async () => {
  const body = Buffer.alloc(9 << 20, "x");
  const headers = { "x-signature": createHmac("sha256", "hush").update(body).digest("hex") };
  expect((await judged({ scheme: "hmac" }, "hush", { headers, body })).verdict).toBe("valid");
});
