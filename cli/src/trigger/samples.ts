import type { SchemeName } from "@/lib/webhooks/signatures/contract";

/** What a sender of webhooks would send. Names and numbers are nobody's. */
export type Sample = {
  name: string;
  what: string;
  scheme: SchemeName;
  headers: Record<string, string>;
  /** An object is sent as JSON, a map of texts as a form where the headers say so. */
  body: (at: Made) => object;
};
/** What is new in each. */
export type Made = { id: string; seconds: number; iso: string };

const json = { "Content-Type": "application/json" };
const form = { "Content-Type": "application/x-www-form-urlencoded" };

const repository = {
  id: 4102938,
  name: "shop",
  full_name: "acme/shop",
  private: true,
  html_url: "https://github.example/acme/shop",
  default_branch: "main",
};
const sender = { login: "ada", id: 1815, type: "User", html_url: "https://github.example/ada" };
const github = (event: string) => ({
  ...json,
  "User-Agent": "GitHub-Hookshot/0a1b2c3",
  "X-GitHub-Event": event,
  "X-GitHub-Hook-ID": "48213",
});

const stripe = { ...json, "User-Agent": "Stripe/1.0 (+https://stripe.com/docs/webhooks)" };
const stripeEvent = (type: string, { id, seconds }: Made, object: object) => ({
  ...{ id: `evt_${id}`, object: "event", api_version: "2025-03-31.basil", created: seconds },
  ...{ livemode: false, pending_webhooks: 1, type, data: { object } },
  request: { id: `req_${id.slice(0, 14)}`, idempotency_key: null },
});

const shopify = (topic: string) => ({
  ...json,
  "X-Shopify-Topic": topic,
  "X-Shopify-Shop-Domain": "acme.myshopify.example",
  "X-Shopify-API-Version": "2025-07",
});

const message = { conversation: "C0ACME", user: "U0ADA", text: "Is the shop down?" };

export const samples: readonly Sample[] = [
  {
    name: "github:push",
    what: "two commits on main",
    scheme: "github",
    headers: github("push"),
    body: ({ iso }) => ({
      ref: "refs/heads/main",
      before: "6113728f27ae82c7b1a177c8d03f9e96e0adf246",
      after: "59b20b8d5c6ff8d09518454d4dd8b7b30f095ab5",
      created: false,
      deleted: false,
      forced: false,
      repository,
      pusher: { name: "ada", email: "ada@example.com" },
      sender,
      commits: ["Count carts by day", "Round prices up"].map((text, at) => ({
        id:
          at === 0 ? "e0f6ad5a4a2c2b7c2e9df4f4a1c3b5d7e9f1a3b5" : "59b20b8d5c6ff8d09518454d4dd8b7b30f095ab5",
        message: text,
        timestamp: iso,
        author: { name: "Ada", email: "ada@example.com", username: "ada" },
        added: [],
        removed: [],
        modified: ["src/cart.ts"],
      })),
    }),
  },
  {
    name: "github:pull_request",
    what: "a pull request is opened",
    scheme: "github",
    headers: github("pull_request"),
    body: ({ iso }) => ({
      action: "opened",
      number: 42,
      pull_request: {
        ...{ id: 901_242, number: 42, state: "open", title: "Round prices up", draft: false, user: sender },
        ...{ body: "Half a cent was lost.", created_at: iso, updated_at: iso, merged: false },
        html_url: `${repository.html_url}/pull/42`,
        head: { ref: "round-prices", sha: "59b20b8d5c6ff8d09518454d4dd8b7b30f095ab5" },
        base: { ref: "main", sha: "6113728f27ae82c7b1a177c8d03f9e96e0adf246" },
      },
      ...{ repository, sender },
    }),
  },
  {
    name: "stripe:checkout.session.completed",
    what: "somebody has paid",
    scheme: "stripe",
    headers: stripe,
    body: (made) =>
      stripeEvent("checkout.session.completed", made, {
        ...{
          id: `cs_test_${made.id}`,
          object: "checkout.session",
          amount_subtotal: 4200,
          amount_total: 4998,
        },
        ...{ currency: "eur", customer: `cus_${made.id.slice(0, 14)}`, mode: "payment", status: "complete" },
        ...{ payment_intent: `pi_${made.id}`, payment_status: "paid", client_reference_id: "cart-1815" },
        customer_details: { email: "ada@example.com", name: "Ada Byron", address: { country: "GB" } },
        metadata: { order: "1815" },
      }),
  },
  {
    name: "stripe:invoice.payment_failed",
    what: "a card is refused",
    scheme: "stripe",
    headers: stripe,
    body: (made) =>
      stripeEvent("invoice.payment_failed", made, {
        ...{
          id: `in_${made.id}`,
          object: "invoice",
          amount_due: 1900,
          amount_paid: 0,
          amount_remaining: 1900,
        },
        ...{ attempt_count: 2, attempted: true, currency: "usd", customer: `cus_${made.id.slice(0, 14)}` },
        ...{
          customer_email: "ada@example.com",
          next_payment_attempt: made.seconds + 259_200,
          status: "open",
        },
      }),
  },
  {
    name: "slack:event_callback",
    what: "a message in a channel",
    scheme: "slack",
    headers: { ...json, "User-Agent": "Slackbot 1.0 (+https://api.slack.com/robots)" },
    body: ({ id, seconds }) => ({
      ...{ type: "event_callback", team_id: "T0ACME", api_app_id: "A0SHOP", event_id: `Ev${id.slice(0, 9)}` },
      event_time: seconds,
      event: {
        ...{ type: "message", channel: message.conversation, user: message.user, text: message.text },
        ts: `${seconds}.000100`,
      },
    }),
  },
  {
    name: "slack:command",
    what: "a slash command",
    scheme: "slack",
    headers: { ...form, "User-Agent": "Slackbot 1.0 (+https://api.slack.com/robots)" },
    body: ({ id }) => ({
      ...{ command: "/deploy", text: "shop production", team_id: "T0ACME", team_domain: "acme" },
      ...{ channel_id: message.conversation, channel_name: "shop", user_id: message.user, user_name: "ada" },
      ...{ trigger_id: `1815.${id.slice(0, 12)}`, response_url: "https://hooks.slack.example/commands/1815" },
    }),
  },
  {
    name: "shopify:orders/create",
    what: "an order comes in",
    scheme: "shopify",
    headers: shopify("orders/create"),
    body: ({ seconds, iso }) => ({
      ...{ id: seconds * 1000, name: "#1815", email: "ada@example.com", currency: "EUR", created_at: iso },
      ...{
        total_price: "49.98",
        subtotal_price: "42.00",
        financial_status: "paid",
        fulfillment_status: null,
      },
      line_items: [{ id: 1, title: "Punched cards", quantity: 2, price: "21.00", sku: "CARD-2" }],
      customer: { id: 1815, first_name: "Ada", last_name: "Byron" },
    }),
  },
  {
    name: "shopify:app/uninstalled",
    what: "a shop takes the app away",
    scheme: "shopify",
    headers: shopify("app/uninstalled"),
    body: ({ iso }) => ({ id: 1815, name: "Acme", domain: "acme.myshopify.example", updated_at: iso }),
  },
  {
    name: "twilio:sms",
    what: "a text message comes in",
    scheme: "twilio",
    headers: { ...form, "User-Agent": "TwilioProxy/1.1", "I-Twilio-Idempotency-Token": "1815" },
    body: ({ id }) => ({
      ...{ MessageSid: `SM${id}`, AccountSid: `AC${id}`, From: "+15005550006", To: "+15005550001" },
      ...{ Body: "Where is my order?", NumMedia: "0", NumSegments: "1", SmsStatus: "received" },
      ApiVersion: "2010-04-01",
    }),
  },
  {
    name: "twilio:status",
    what: "a message was delivered",
    scheme: "twilio",
    headers: { ...form, "User-Agent": "TwilioProxy/1.1" },
    body: ({ id }) => ({
      ...{ MessageSid: `SM${id}`, AccountSid: `AC${id}`, From: "+15005550001", To: "+15005550006" },
      ...{ MessageStatus: "delivered", ApiVersion: "2010-04-01" },
    }),
  },
  {
    name: "svix:user.created",
    what: "an account is made, as services behind Svix tell it",
    scheme: "svix",
    headers: { ...json, "User-Agent": "Svix-Webhooks/1.0" },
    body: ({ id, iso }) => ({
      ...{ type: "user.created", timestamp: iso },
      data: { id: `user_${id.slice(0, 12)}`, email: "ada@example.com", name: "Ada Byron" },
    }),
  },
  {
    name: "standard:contact.updated",
    what: "a change in the form of Standard Webhooks",
    scheme: "standard-webhooks",
    headers: json,
    body: ({ id, iso }) => ({
      ...{ type: "contact.updated", timestamp: iso },
      data: { id: `ctc_${id.slice(0, 12)}`, fields: ["email"], email: "ada@example.com" },
    }),
  },
  {
    name: "generic:event",
    what: "a small JSON object, signed by an HMAC in X-Signature",
    scheme: "hmac",
    headers: { ...json, "User-Agent": "fieldkit" },
    body: ({ id, iso }) => ({
      id,
      type: "order.created",
      createdAt: iso,
      data: { order: 1815, total: 49.98 },
    }),
  },
];
