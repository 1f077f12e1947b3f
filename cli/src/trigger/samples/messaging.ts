import { form, json, type Made, type Sample } from "../sample";

const slackAgent = { "User-Agent": "Slackbot 1.0 (+https://api.slack.com/robots)" };
const [channel, user, team] = ["C0ACME", "U0ADA", "T0ACME"];

const slackEvent = (name: string, what: string, event: (made: Made) => object): Sample => ({
  ...{ name: `slack:${name}`, what, scheme: "slack" as const, headers: { ...json, ...slackAgent } },
  body: (made) => ({
    ...{ type: "event_callback", team_id: team, api_app_id: "A0SHOP", event_id: `Ev${made.id.slice(0, 9)}` },
    ...{ event_time: made.seconds, event: event(made) },
  }),
});

const twilio = (name: string, what: string, body: (made: Made) => object): Sample => ({
  ...{ name: `twilio:${name}`, what, scheme: "twilio" as const },
  headers: { ...form, "User-Agent": "TwilioProxy/1.1", "I-Twilio-Idempotency-Token": "1815" },
  body: (made) => ({ AccountSid: `AC${made.id}`, ApiVersion: "2010-04-01", ...body(made) }),
});

/** SendGrid signs with a private key of its own. */
const sendgrid = (event: string, what: string, more: object): Sample => ({
  ...{ name: `sendgrid:${event}`, what, scheme: null },
  headers: { ...json, "User-Agent": "SendGrid Event API" },
  body: ({ id, seconds }) => [
    {
      ...{ email: "ada@example.com", timestamp: seconds, event, category: ["receipt"] },
      ...{
        sg_event_id: id,
        sg_message_id: `${id.slice(0, 22)}.recvd`,
        "smtp-id": `<${id.slice(0, 12)}@acme.example>`,
      },
      ...more,
    },
  ],
});

const resend = (type: string, what: string, more: object): Sample => ({
  ...{ name: `resend:${type}`, what, scheme: "svix" as const },
  headers: { ...json, "User-Agent": "Svix-Webhooks/1.0" },
  body: ({ id, iso }) => ({
    ...{ type, created_at: iso },
    data: {
      ...{ email_id: id, created_at: iso, from: "Acme <shop@acme.example>", to: ["ada@example.com"] },
      ...{ subject: "Your order #1815", ...more },
    },
  }),
});

export const messagingSamples: readonly Sample[] = [
  slackEvent("event_callback", "a message in a channel", ({ seconds }) => ({
    ...{ type: "message", channel, user, text: "Is the shop down?", ts: `${seconds}.000100` },
  })),
  slackEvent("app_mention", "the app is mentioned", ({ seconds }) => ({
    ...{ type: "app_mention", channel, user, text: "<@U0SHOP> status", ts: `${seconds}.000200` },
  })),
  slackEvent("reaction_added", "a reaction to a message", ({ seconds }) => ({
    ...{ type: "reaction_added", user, reaction: "eyes", event_ts: `${seconds}.000300` },
    item: { type: "message", channel, ts: `${seconds}.000100` },
  })),
  {
    ...{
      name: "slack:command",
      what: "a slash command",
      scheme: "slack",
      headers: { ...form, ...slackAgent },
    },
    body: ({ id }) => ({
      ...{ command: "/deploy", text: "shop production", team_id: team, team_domain: "acme" },
      ...{ channel_id: channel, channel_name: "shop", user_id: user, user_name: "ada" },
      ...{ trigger_id: `1815.${id.slice(0, 12)}`, response_url: "https://hooks.slack.example/commands/1815" },
    }),
  },
  {
    ...{ name: "slack:block_actions", what: "a button is clicked", scheme: "slack" },
    headers: { ...form, ...slackAgent },
    body: ({ id, seconds }) => ({
      payload: JSON.stringify({
        ...{ type: "block_actions", team: { id: team, domain: "acme" }, user: { id: user, username: "ada" } },
        ...{ channel: { id: channel, name: "shop" }, trigger_id: `1815.${id.slice(0, 12)}` },
        actions: [
          { action_id: "approve", block_id: "b1", type: "button", value: "1815", action_ts: `${seconds}.0` },
        ],
        response_url: "https://hooks.slack.example/actions/1815",
      }),
    }),
  },
  twilio("sms", "a text message arrives", ({ id }) => ({
    ...{ MessageSid: `SM${id}`, From: "+15005550006", To: "+15005550001" },
    ...{ Body: "Where is my order?", NumMedia: "0", NumSegments: "1", SmsStatus: "received" },
  })),
  twilio("status", "a message was delivered", ({ id }) => ({
    ...{ MessageSid: `SM${id}`, From: "+15005550001", To: "+15005550006", MessageStatus: "delivered" },
  })),
  twilio("voice", "a call comes in", ({ id }) => ({
    ...{ CallSid: `CA${id}`, From: "+15005550006", To: "+15005550001" },
    ...{ CallStatus: "ringing", Direction: "inbound", FromCountry: "US" },
  })),
  sendgrid("delivered", "an email is delivered", { response: "250 OK" }),
  sendgrid("bounce", "an email bounces", { type: "bounce", status: "5.1.1", reason: "550 No such user" }),
  resend("email.delivered", "an email is delivered", {}),
  resend("email.bounced", "an email bounces", {
    bounce: { type: "Permanent", subType: "General", message: "The mailbox does not exist." },
  }),
];
