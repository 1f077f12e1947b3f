import fc from "fast-check";
import { expect, test } from "vitest";
import { type CaptureSummary, summaryOf } from "./capture-summary";
import { topLevelStrings } from "./top-level-strings";

const form = "application/x-www-form-urlencoded";
const summary = (headers: Record<string, string>, body: string, bodyEncoding: "utf8" | "base64" = "utf8") =>
  summaryOf({ headers, body, bodyEncoding });

test.each<[string, Record<string, string>, string, Partial<CaptureSummary>]>([
  ["GitHub", { "x-github-event": "pull_request" }, '{"action":"opened"}', { event: "pull_request opened" }],
  ["GitHub", { "x-github-event": "push" }, '{"ref":"refs/heads/main"}', { event: "push" }],
  ["GitLab", { "x-gitlab-event": "Push Hook" }, "{}", { event: "Push Hook" }],
  [
    "Stripe",
    { "stripe-signature": "t=1,v1=a" },
    '{"id":"evt_1","data":{"object":{"type":"card"}},"type":"checkout.session.completed"}',
    { event: "checkout.session.completed" },
  ],
  [
    "Slack",
    { "x-slack-signature": "v0=a" },
    '{"type":"event_callback","event":{"type":"x"}}',
    { event: "event_callback" },
  ],
  [
    "Slack",
    { "x-slack-signature": "v0=a", "content-type": form },
    "token=x&command=%2Fdeploy",
    { event: "/deploy" },
  ],
  ["Shopify", { "x-shopify-topic": "orders/create" }, "{}", { event: "orders/create" }],
  ["Twilio", { "x-twilio-signature": "a", "content-type": form }, "MessageStatus=sent", { event: "sent" }],
  ["Svix", { "svix-id": "msg_1" }, '{"type":"invoice.paid"}', { event: "invoice.paid" }],
  ["CloudEvents", { "ce-type": "com.example.done" }, "", { event: "com.example.done", line: undefined }],
  [
    "Telegram",
    { "x-telegram-bot-api-secret-token": "x" },
    '{"update_id":1}',
    { event: undefined, line: '{"update_id":1}' },
  ],
])("%s: %j %s", (sender, headers, body, rest) => {
  expect(summary(headers, body)).toMatchObject({ sender, ...rest });
});

test.each<[string, string, Partial<CaptureSummary>]>([
  ["a usual name", '{"id":7,"event":"order.paid"}', { event: "order.paid" }],
  ["the most telling of several", '{"type":"a","event_type":"b"}', { event: "b" }],
  ["a body that breaks off", '{"type":"order.paid","items":[{"type":"x","na', { event: "order.paid" }],
  [
    "only what is in another object",
    '{"data":{"type":"x"}}',
    { event: undefined, line: '{"data":{"type":"x"}}' },
  ],
  ["a list", '[{"type":"x"}]', { line: '[{"type":"x"}]' }],
  ["plain text", "\n\n  Build 7 failed \nmore", { line: "Build 7 failed" }],
  ["nothing", "", { event: undefined, line: undefined }],
])("a stranger's: %s", (_, body, rest) => {
  expect(summary({}, body)).toMatchObject({ sender: undefined, ...rest });
});

test("bytes that are no text say nothing", () => {
  expect(summary({}, "AAEC", "base64")).toEqual({ sender: undefined, event: undefined, line: undefined });
});

test("whatever comes, a summary is short, and one line", () => {
  fc.assert(
    fc.property(
      fc.dictionary(fc.string(), fc.string()),
      fc.string({ unit: "binary", maxLength: 500 }),
      (headers, body) => {
        const { event = "", line = "" } = summary({ ...headers, "x-github-event": body }, body);
        expect(event.length).toBeLessThanOrEqual(250);
        expect(line.length).toBeLessThanOrEqual(160);
        expect(event + line).not.toMatch(/[\n\r\0]/);
      },
    ),
  );
});

test("the strings of an object are those that a parser finds", () => {
  const value = fc.oneof(
    fc.string(),
    fc.integer(),
    fc.array(fc.string()),
    fc.dictionary(fc.string(), fc.string()),
  );
  fc.assert(
    fc.property(fc.dictionary(fc.string({ maxLength: 10 }), value, { maxKeys: 8 }), (object) => {
      const text = JSON.stringify(object);
      const expected = Object.entries(object).filter(([, each]) => typeof each === "string");
      if (text.length < 4096) expect([...topLevelStrings(text)]).toEqual(expected);
    }),
  );
});
