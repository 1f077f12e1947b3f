import { example, exampleTimes, type Reference, success, undoable } from "@/lib/operations/reference";
import type * as deliveries from "../webhook-deliveries/contract";
import type * as contract from "./contract";

const webhook = {
  id: example.releaseWebhookId,
  projectId: example.projectId,
  url: "https://hooks.example.com/releases",
  description: "Posts to the forum",
  events: ["release.published" as const],
  enabled: true,
  secretTail: "9Qk=",
  previousSecretUntil: null,
  pausedReason: null,
  failingSince: null,
  lastDeliveredAt: "2026-03-02T09:20:31.390Z",
  lastFailedAt: null,
  lastError: null,
  ...exampleTimes,
};
const secret = "whsec_wjRrPgH1yVnq4S2mJ0cT7uXoZ5bKd9Qk";
const delivery = {
  id: example.releaseDeliveryId,
  webhookId: example.releaseWebhookId,
  eventId: "0197f3b0-8e11-7a5c-b6d2-4c7e9f1a3b58",
  type: "release.published" as const,
  releaseId: example.releaseId,
  title: "v1.3.0",
  state: "delivered" as const,
  tries: 1,
  nextTryAt: null,
  endedAt: "2026-03-02T09:20:31.390Z",
  statusCode: 204,
  error: null,
  createdAt: "2026-03-02T09:20:31.204Z",
};

export const releaseWebhooksReference: Reference<typeof contract & typeof deliveries> = {
  listReleaseWebhooks: {
    description: "In the order in which they were made, with how they fare. Secrets are never shown.",
    answer: [webhook],
  },
  createReleaseWebhook: {
    description:
      "Each of `events` is posted to `url` as JSON from then on, signed as in [Standard Webhooks](https://www.standardwebhooks.com), with the `secret` that only this response returns. The event is stored by the transaction that publishes, so that none is lost. A 2xx is a success; 408, 429, 5xx and no answer within 10 seconds are tried again for 24 hours, with the same `webhook-id`; everything else has failed. Redirects are not followed. URLs that aren't public are refused with 400 unless they lead to an inbox of this instance or the administrator allows them. A project has up to 10 webhooks (409).",
    body: { url: webhook.url, description: webhook.description, events: ["release.published"] },
    answer: { ...webhook, lastDeliveredAt: null, secret },
  },
  getReleaseWebhook: {
    description: "The webhook with how it fares. Its secret is never shown again.",
    answer: webhook,
  },
  updateReleaseWebhook: {
    description:
      "Absent fields keep their value. With `enabled: false` nothing is sent, and events of that time are not sent later; waiting ones are kept for the rest of their 24 hours. A webhook is paused if its URL returns 410, or if nothing could be delivered for 24 hours; `pausedReason` says why.",
    body: { enabled: false },
    answer: { ...webhook, enabled: false, updatedAt: "2026-03-03T14:02:11.480Z" },
  },
  deleteReleaseWebhook: {
    description: `${undoable} Waiting deliveries aren't sent, and its log is deleted.`,
    answer: success,
  },
  rotateReleaseWebhookSecret: {
    description:
      "For a day, the former secret signs as well: `webhook-signature` has two signatures, and a receiver may check with either. Rotating again ends the former one immediately.",
    answer: { ...webhook, secret, previousSecretUntil: "2026-03-03T09:15:00.000Z" },
  },
  testReleaseWebhook: {
    description:
      "Sends a sample of type `release.test` at once, signed as others are, and tells what came of it. It is tried once, is not in the log, and does not count as a failure of the webhook.",
    answer: {
      ...{ statusCode: 204, error: null, durationMs: 84, answer: "" },
      ...{ answerEncoding: "utf8" as const, answerTruncated: false },
    },
  },
  listReleaseWebhookDeliveries: {
    description: "The newest 1,000 of a project that are over, for 7 days, and all that wait.",
    answer: [delivery],
  },
  getReleaseWebhookDelivery: {
    description: "With what is sent, and the last 10 tries, the last 3 with the beginning of the answer.",
    answer: {
      ...delivery,
      body: '{"type":"release.published","timestamp":"2026-03-02T09:20:31.204Z","data":{}}',
      log: [
        {
          ...{ number: 1, at: "2026-03-02T09:20:31.280Z", durationMs: 110, statusCode: 204, error: null },
          ...{ answer: "", answerEncoding: "utf8" as const, answerTruncated: false },
        },
      ],
    },
  },
  resendReleaseWebhookDelivery: {
    description:
      "Sends it at once with all tries before it again, whatever came of it, and with the same `webhook-id`. 409 while the webhook is paused, or when the event is kept no longer.",
    answer: {
      ...{ ...delivery, state: "pending" as const, nextTryAt: "2026-03-02T10:02:00.000Z" },
      endedAt: null,
    },
  },
};
