import { example, exampleTimes, type Reference, success, undoable } from "@/lib/operations/reference";
import type * as deliveries from "../deliveries/contract";
import type * as contract from "./contract";

const filter = { methods: ["POST"], path: "/invoices/*", headers: [], validOnly: false, bodyContains: null };
const rule = {
  id: example.ruleId,
  webhookId: example.webhookId,
  name: "Staging",
  url: "https://staging.example.com/hooks/payments",
  enabled: true,
  filter,
  headers: [{ name: "Authorization", valueTail: "9f3c" }],
  keepPath: true,
  retries: true,
  pausedReason: null,
  failingSince: null,
  lastDeliveredAt: "2026-03-02T09:20:31.390Z",
  lastFailedAt: null,
  lastError: null,
  counts: { delivered: 1, waiting: 0, failed: 0, skipped: 0 },
  ...exampleTimes,
};
const delivery = {
  id: example.deliveryId,
  ruleId: example.ruleId,
  ruleName: "Staging",
  requestId: example.requestId,
  sequence: 1,
  method: "POST",
  path: "/invoices/1042",
  state: "delivered" as const,
  captures: 1,
  tries: 1,
  nextTryAt: null,
  endedAt: "2026-03-02T09:20:31.390Z",
  statusCode: 204,
  error: null,
  createdAt: "2026-03-02T09:20:31.204Z",
};
const again = {
  ...delivery,
  state: "pending" as const,
  nextTryAt: "2026-03-02T10:02:00.000Z",
  endedAt: null,
};

export const forwardingReference: Reference<typeof contract & typeof deliveries> = {
  listForwardingRules: {
    description:
      "In the order in which they were made. `counts` is what their log has: what waits, and what ended within 24 hours.",
    answer: [rule],
  },
  createForwardingRule: {
    description:
      "Every capture from now on that meets all of `filter` is sent to `url` with its method, headers and body, by the server and whether or not anybody looks. The sender is answered when the capture and its deliveries are stored. Receivers get `X-Fieldkit-Delivery`, which stays the same in every try, and `X-Fieldkit-Try`. A 2xx is a success; 408, 429, 5xx and no answer within 10 seconds are tried again after about 5 s, 5 min, 30 min, 2 h, 5 h and 10 h, later where `Retry-After` says so; everything else has failed. Redirects are not followed. `headers` are set, or removed where `value` is null; their values are kept sealed and only the end is shown. Addresses that are not public are refused with 400 unless the operator allows them. What was forwarded once is not forwarded again. An inbox has up to 10 rules (409).",
    body: {
      name: "Staging",
      url: rule.url,
      filter: { methods: ["POST"], path: "/invoices/*" },
      headers: [{ name: "Authorization", value: "Bearer 5e1d0c9f3c" }],
    },
    answer: { ...rule, lastDeliveredAt: null, counts: { delivered: 0, waiting: 0, failed: 0, skipped: 0 } },
  },
  getForwardingRule: {
    description: "The rule with how it fares. Values of headers are never shown.",
    answer: rule,
  },
  updateForwardingRule: {
    description:
      "Absent fields keep their value. With `enabled: false` nothing is sent and new captures are not meant for it; what waits stays for the rest of its 24 hours, and goes out when it is enabled again. A header without `value` keeps the stored one. A rule pauses itself when its address answers 410, or when nothing could be delivered for 24 hours; `pausedReason` says so.",
    body: { enabled: false },
    answer: { ...rule, enabled: false, updatedAt: "2026-03-03T14:02:11.480Z" },
  },
  deleteForwardingRule: {
    description: `${undoable} What waits is not sent, and its deliveries leave the log.`,
    answer: success,
  },
  resendFailedDeliveries: {
    description:
      "The newest 500 that failed and whose capture is still kept get all tries again, after what waits already. 409 while the rule is paused.",
    answer: { resent: 3 },
  },
  cancelDeliveries: {
    description:
      "What waits is not sent. It stays in the log as cancelled, and can be sent again one by one.",
    answer: { cancelled: 2 },
  },
  listDeliveries: {
    description:
      "The newest 1,000 of an inbox that are over, for 7 days, and all that wait. A skipped one was not sent, as `error` says, and may stand for several captures.",
    answer: [delivery],
  },
  getDelivery: {
    description: "The last 10 tries with them, the last 3 with the beginning of what was answered.",
    answer: {
      ...delivery,
      log: [
        {
          number: 1,
          at: "2026-03-02T09:20:31.280Z",
          durationMs: 110,
          statusCode: 204,
          error: null,
          answer: "",
          answerEncoding: "utf8",
          answerTruncated: false,
        },
      ],
    },
  },
  resendDelivery: {
    description:
      "Sends it at once with all tries before it again, whatever came of it; one that waits does so no longer. 409 while the rule is paused, or when the capture is kept no longer.",
    answer: again,
  },
};
