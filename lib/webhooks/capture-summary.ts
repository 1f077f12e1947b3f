import type { CapturedRequest } from "./contract";
import { topLevelStrings } from "./top-level-strings";

/** What a capture is, for people to tell one from another. */
export type CaptureSummary = {
  /** Who sent it, if that shows. */
  sender: string | undefined;
  /** Its event in the sender's words, such as `pull_request opened`. */
  event: string | undefined;
  /** The first line of a body without an event. */
  line: string | undefined;
};

type Summarised = Pick<CapturedRequest, "headers" | "body" | "bodyEncoding">;
type Fields = ReadonlyMap<string, string>;
type Sender = {
  name: string;
  /** A header that only this sender has. */
  header?: string;
  /** How its `User-Agent` begins. */
  agent?: string;
  /** Headers that name the event. */
  event?: string;
  /** Fields that name it, or what else is said of it. */
  fields?: string[];
};

const senders: Sender[] = [
  { name: "GitHub", header: "x-github-event", event: "x-github-event", fields: ["action"] },
  { name: "GitLab", header: "x-gitlab-event", event: "x-gitlab-event" },
  { name: "Gitea", header: "x-gitea-event", event: "x-gitea-event", fields: ["action"] },
  { name: "Bitbucket", header: "x-event-key", event: "x-event-key" },
  { name: "Stripe", header: "stripe-signature", agent: "Stripe/", fields: ["type"] },
  { name: "Slack", header: "x-slack-signature", agent: "Slackbot", fields: ["command", "type"] },
  { name: "Shopify", header: "x-shopify-topic", event: "x-shopify-topic" },
  { name: "WooCommerce", header: "x-wc-webhook-topic", event: "x-wc-webhook-topic" },
  {
    name: "Twilio",
    header: "x-twilio-signature",
    agent: "TwilioProxy",
    fields: ["MessageStatus", "SmsStatus", "CallStatus"],
  },
  { name: "Amazon SNS", header: "x-amz-sns-message-type", event: "x-amz-sns-message-type" },
  { name: "Linear", header: "linear-event", event: "linear-event", fields: ["action"] },
  { name: "Sentry", header: "sentry-hook-resource", event: "sentry-hook-resource", fields: ["action"] },
  { name: "Contentful", header: "x-contentful-topic", event: "x-contentful-topic" },
  { name: "Jira", agent: "Atlassian", fields: ["webhookEvent"] },
  { name: "PayPal", header: "paypal-transmission-id", fields: ["event_type"] },
  { name: "Paddle", header: "paddle-signature", fields: ["event_type"] },
  { name: "Square", header: "x-square-hmacsha256-signature", fields: ["type"] },
  { name: "Vercel", header: "x-vercel-signature", fields: ["type"] },
  { name: "Zoom", header: "x-zm-signature", fields: ["event"] },
  { name: "Telegram", header: "x-telegram-bot-api-secret-token" },
  { name: "Svix", header: "svix-id", fields: ["type", "eventType"] },
  { name: "Standard Webhooks", header: "webhook-signature", fields: ["type"] },
  { name: "CloudEvents", header: "ce-type", event: "ce-type" },
];

/** Names that senders have for the kind of an event, the most telling first. */
const usualFields = ["event_type", "eventType", "event", "type", "topic", "event_name", "action", "kind"];

const eventLengthMax = 120;
const lineLengthMax = 160;

/** Tells what a capture is by its headers and the beginning of its body. Any bytes will do. */
export function summaryOf({ headers, body, bodyEncoding }: Summarised): CaptureSummary {
  const sender = senders.find(({ header, agent }) => {
    const isTheirs = header !== undefined && headers[header] !== undefined;
    return isTheirs || (agent !== undefined && headers["user-agent"]?.startsWith(agent));
  });
  const text = bodyEncoding === "utf8" ? body.slice(0, 4096) : "";
  const fields = fieldsOf(text, headers["content-type"] ?? "");
  const event = eventOf(sender, headers, fields);
  return { sender: sender?.name, event, line: event === undefined ? firstLine(text) : undefined };
}

function eventOf(sender: Sender | undefined, headers: Summarised["headers"], fields: Fields) {
  const named = sender?.event && headers[sender.event];
  const told = (sender?.fields ?? usualFields).map((name) => fields.get(name)).find(Boolean);
  const words = [named, told].map((each) => plain(each ?? "", eventLengthMax)).filter(Boolean);
  return words.length > 0 ? words.join(" ") : undefined;
}

function fieldsOf(text: string, contentType: string): Fields {
  if (!/^application\/x-www-form-urlencoded\b/i.test(contentType)) return topLevelStrings(text);
  return new Map(new URLSearchParams(text));
}

function firstLine(text: string): string | undefined {
  const line = text.split("\n").find((each) => each.trim() !== "");
  return line === undefined ? undefined : plain(line, lineLengthMax) || undefined;
}

/** One line without control characters, cut where nobody reads on. */
const plain = (text: string, lengthMax: number) =>
  text
    .slice(0, 4 * lengthMax)
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, " ")
    .trim()
    .slice(0, lengthMax);
