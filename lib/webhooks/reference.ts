import { example, exampleTimes, type Reference, success, undoable } from "@/lib/operations/reference";
import type * as contract from "./contract";
import { usualHandshakes } from "./handshakes/contract";
import type * as pins from "./pins/contract";
import type * as preview from "./preview/contract";
import type * as searching from "./searching/contract";
import type * as shares from "./shares/contract";
import type * as streams from "./stream-contract";

const url = `http://${example.host}/api/webhook/${example.webhookReferenceId}`;
const webhook = {
  id: example.webhookId,
  referenceId: example.webhookReferenceId,
  projectId: example.projectId,
  name: "Payments",
  description: null,
  expiresAt: null,
  response: null,
  handshakes: [...usualHandshakes],
  metaVerifyToken: null,
  signature: null,
  retention: { count: 50, hours: 12, countMax: 50, hoursMax: 12 },
  url,
  pathUrl: `${example.pathBaseUrl}/api/webhook/${example.webhookReferenceId}`,
  ...exampleTimes,
};
const response = {
  statusCode: 202,
  headers: { "X-Seen": "{{ capture.id }}" },
  body: '{"order": {{ request.json.order.id | json }}}',
  delayMs: 0,
  bodyEncoding: "text" as const,
  templated: true,
  delayDistribution: null,
  bytesPerSecond: null,
  fault: null,
};
const github = { scheme: "github" as const, secretTail: "body", refuse: true };
const captured = {
  id: example.requestId,
  webhookId: example.webhookId,
  sequence: 1,
  method: "POST",
  path: "/invoices",
  rawUrl: `/api/webhook/${example.webhookReferenceId}/invoices?attempt=1`,
  headers: { host: example.host, "content-type": "application/json" },
  rawHeaders: [
    ["Host", example.host],
    ["Content-Type", "application/json"],
  ] satisfies [string, string][],
  query: { attempt: "1" },
  body: '{"invoice": 1042}',
  bodyEncoding: "utf8" as const,
  size: 17,
  ip: "203.0.113.7",
  receivedAt: "2026-03-02T09:20:31.204Z",
  signature: { verdict: "valid" as const, detail: "The signature fits.", refused: false },
  ...{ pinned: false, pinnedAt: null, note: null },
};
const pin = { pinned: true, pinnedAt: "2026-03-02T09:31:07.512Z", note: null };
const share = {
  id: "0197f3a8-2c1e-7b44-9d10-5e6f7a8b9c0d",
  requestId: example.requestId,
  sequence: 1,
  method: "POST",
  path: "/invoices?attempt=1",
  masked: { headers: ["authorization"], query: false, ip: true, body: false },
  createdBy: "Ada",
  createdAt: "2026-03-02T09:40:12.031Z",
  expiresAt: "2026-03-03T09:40:12.031Z",
  openCount: 0,
  lastOpenedAt: null,
};
const grant = "eyJ3ZWJob29rSWQiOiIwMTk3ZjNhOCJ9.Vt5nRk8XqLz2Wc7YbMd1";
const relayOnly = "Only for the relay of streams.";

export const webhookReference: Reference<
  typeof contract & typeof pins & typeof preview & typeof searching & typeof shares & typeof streams
> = {
  listWebhooks: {
    description: "Newest first, expired ones too. `url` is where senders of each inbox post to.",
    answer: [webhook],
  },
  createWebhook: {
    description:
      "The inbox takes any method and any body at `url`, and below it, from the next request on. `response` is what senders are answered, under the rules of mocks; without it they get `{success, id}`. With `templated` its body and header values are templates as those of mocks, which also have `capture.id` and `capture.sequence`; one that can't be rendered is 503 `template_failed` for the sender, whose request is captured all the same. `handshakes` are verifications that come before all of that: Slack's, Meta's, Microsoft Graph's, Dropbox's and that of CloudEvents, unless others are named; `twilio` gives each of its requests `<Response/>`. `signature` says how senders sign: each capture then has a verdict, and with `refuse` what is not valid is answered 401, handshakes apart. Its `secret` is kept sealed and never shown. After `expiresAt`, which must not be past (400), they get 410.",
    body: { name: "Payments" },
    answer: webhook,
  },
  previewWebhook: {
    description:
      "Takes what an inbox may have for its senders, and a request, and gives the answer that its sender would get: the answer to a handshake, what a template becomes, how long it would wait. Nothing is captured: `capture.sequence` is 1, and `capture.id` is nobody's. An answer that could not be stored is 400 with every place. Mistakes that only show in rendering are in `problems`, and the answer is then what a sender would get.",
    body: {
      response: { templated: true, body: '{"order": {{ request.json.order.id }}}' },
      request: { method: "POST", path: "/", body: '{"order": {"id": 7}}' },
    },
    answer: {
      answer: {
        handshake: null,
        statusCode: 200,
        headers: [{ name: "Content-Type", value: "application/json" }],
        body: '{"order": 7}',
        encoding: "text",
        bodyBytes: 12,
        delayMs: { min: 0, max: 0 },
        bytesPerSecond: null,
        fault: null,
      },
      problems: [],
    },
  },
  getWebhook: {
    description: "The inbox without its captures, which have a list of their own.",
    answer: webhook,
  },
  updateWebhook: {
    description:
      "Absent fields keep their value. An `expiresAt` in the past closes the inbox at once and keeps its captures; `null` opens it again. `response: null` goes back to the usual answer; `handshakes: []` leaves every request to that answer. A `signature` without `secret` keeps the stored one, where the scheme stays; `null` checks nothing any more. `retention` says how many captures are kept, and for how many hours: 50 and 12, unless the operator allows more (`QUOTAS=capturesKept=10000,captureHours=720`). With a smaller number the oldest go at once.",
    body: { response, signature: { scheme: "github", secret: "It's a Secret to Everybody", refuse: true } },
    answer: { ...webhook, response, signature: github, updatedAt: "2026-03-03T14:02:11.480Z" },
  },
  deleteWebhook: {
    description: `${undoable} All captures go with it. Senders get 404 from then on, and open streams are closed with 4004.`,
    answer: success,
  },
  listRequests: {
    description:
      "The newest 50 of the last 12 hours are kept, unless the inbox retains more. `after` asks for what came since a known `sequence`; `q` finds a text in path, query, headers and body whatever its letter case; `bodyBytesMax` cuts long bodies short and says so by `bodyTruncated`. What an inbox refused for its signature is among them, the newest 10 besides, and so is what is pinned, in the order of sequences.",
    answer: [captured],
  },
  searchRequests: {
    description:
      "For inboxes with large or many captures: each call looks at some of them, about 4 MiB of bodies or 2000 captures, and says how many are left. Go on with `before` set to `next` until that is null, or stop at any time. Finds what `q` of the list finds.",
    answer: { items: [captured], searched: 50, left: 0, next: null },
  },
  clearRequests: {
    description:
      "Removes the captures and leaves the inbox. What is pinned stays until it is unpinned or deleted by itself. `sequence` goes on where it was, so that clients with a place in the stream keep it.",
    answer: success,
  },
  getRequest: {
    description:
      "`body` is text where the bytes are UTF-8, else base64, as `bodyEncoding` says. 404 once it is older than 12 hours or 50 newer ones came, unless it is pinned.",
    answer: captured,
  },
  pinRequest: {
    description:
      "Keeps a copy for 30 days, however many newer ones come, also when the inbox is emptied. An inbox has 100 pins at most (409); their bytes count for the project's `captureBytes`. To pin what is pinned changes nothing.",
    answer: pin,
  },
  unpinRequest: {
    description:
      "Its note goes with the pin. The capture stays where it is still among the newest, else it is gone, too.",
    answer: success,
  },
  noteRequest: {
    description:
      "Up to 2000 characters, which show with the capture, with who wrote them and when. What has a note is pinned; `null` or an empty text takes the note away and leaves the pin.",
    body: { note: "The first order with two currencies." },
    answer: {
      ...pin,
      note: {
        text: "The first order with two currencies.",
        author: "Ada",
        updatedAt: "2026-03-02T09:33:40.090Z",
      },
    },
  },
  shareRequest: {
    description:
      "The link shows a copy, which is made now and without what is masked: values of the named headers and of the query, the sender's address, the body. A masked value of 8 characters or more is taken out wherever else it occurs, too. Whoever has the link needs no account; it ends after `1h`, `1d`, `7d` or `30d`, when it is revoked, or when its inbox is deleted. `url` is shown this once; with `.json` behind it, or without `Accept: text/html`, it answers with JSON. An inbox has 100 open links at most (409), and their bytes count for the project's `captureBytes`.",
    body: { expiresIn: "1d", masked: { headers: ["authorization"], ip: true } },
    answer: { ...share, url: "http://localhost:3000/-/shared/Zk4vT9qLr2XwNc7Yb1Md8sHf5Jp0Ga3UeRtKoWvBqIc" },
  },
  listShares: {
    description:
      "Newest first, those whose time is over for another week. The links themselves are nowhere stored.",
    answer: [{ ...share, openCount: 3, lastOpenedAt: "2026-03-02T11:02:55.310Z" }],
  },
  revokeShare: {
    description: "Holds for the next opening. What somebody has read meanwhile they have.",
    answer: success,
  },
  deleteRequest: {
    description: "Removes one capture. Its `sequence` is not given to another one.",
    answer: success,
  },
  getRequestBody: {
    description:
      "Byte for byte as it was received, whatever type the sender declared, and as a download: a browser shows none of it as a page.",
    answer: undefined,
  },
  replayRequest: {
    description:
      "Sends method, headers and body again and answers with what came back, at most 1 MiB within 15 seconds; redirects are not followed. Addresses that are not public are refused with 400 unless the operator allows them. 502 says how the other side failed.",
    body: { url: "https://staging.example.com/hooks/payments" },
    answer: { statusCode: 200, headers: { "content-type": "text/plain" }, body: "ok", durationMs: 84 },
  },
  createStreamTicket: {
    description:
      "For WebSocket clients that can set no headers: offer `fieldkit.v1, ticket.<ticket>` as `Sec-WebSocket-Protocol`. It opens one stream, of this inbox, within 30 seconds. A repeat with the same `Idempotency-Key` is 409.",
    answer: { ticket: "Zk4vT9qLr2XwNc7Yb1Md8sHf5Jp0Ga3U", expiresAt: "2026-03-02T09:15:30.000Z" },
  },
  createCallsTicket: {
    description:
      "As for an inbox, for the WebSocket at `/ws/mock-calls/<projectId>`, which gets each call as the list shows it. A repeat with the same `Idempotency-Key` is 409.",
    answer: { ticket: "Zk4vT9qLr2XwNc7Yb1Md8sHf5Jp0Ga3U", expiresAt: "2026-03-02T09:15:30.000Z" },
  },
  openStream: {
    description: `${relayOnly} Judges the client's own credentials, passed on, or uses its ticket up. The grant stands for them afterwards and says nothing of whether access still holds.`,
    body: { ticket: "Zk4vT9qLr2XwNc7Yb1Md8sHf5Jp0Ga3U" },
    answer: { grant, lastSequence: 1, expiresAt: "2026-03-09T09:15:00.000Z" },
  },
  checkStreams: {
    description: `${relayOnly} For each stream, in the same order: 401 once the session or key has ended, 403 once the person has left the team, 404 once the inbox or the project is gone. The calls of a project's mocks are called calls-, followed by the project's id, where an inbox has its id.`,
    body: { streams: [{ webhookId: captured.webhookId, grant }] },
    answer: { streams: [{ status: 200, state: { lastSequence: 1, expiresAt: "2026-03-09T09:15:00.000Z" } }] },
  },
  listStreamRequests: {
    description: `${relayOnly} As many as fit half a MiB of bodies, and at least one. None means that nothing later is kept. Access is judged anew each time.`,
    answer: [captured],
  },
};
