import { example, type Reference, success } from "@/lib/operations/reference";
import type * as contract from "./contract";

const call = {
  id: example.callId,
  projectId: example.projectId,
  sequence: 12,
  kind: "call" as const,
  outcome: "mock" as const,
  callId: null,
  method: "GET",
  target: "/users/7?expand=team",
  ip: "203.0.113.7",
  requestSize: 0,
  mockId: example.mockId,
  mockName: "A user",
  responseName: null,
  reason: null,
  statusCode: 200,
  fault: null,
  responseSize: 24,
  durationMs: 1,
  attempts: 1,
  receivedAt: "2026-03-03T14:02:11.480Z",
};
const { id, sequence, method, target, outcome, statusCode, receivedAt } = call;
const shown = { id, sequence, method, target, outcome, statusCode, receivedAt };

export const mockCallReference: Reference<typeof contract> = {
  listMockCalls: {
    description:
      "The newest 200 of the last 7 days: calls that a mock, a collection or another server answered, those that chaos took, misses with the reason, and the callbacks that mocks have sent. Preflights are left out. A call that was answered before this request is in it; where several machines share a database, within two seconds.",
    answer: [call],
  },
  getMockCall: {
    description:
      "Headers are shown as they were sent, credentials too. Of a body the first 16 KiB are kept, as text where they are UTF-8, else base64, as `requestBodyEncoding` and `responseBodyEncoding` say. 404 once it is older than 7 days or 200 newer ones came.",
    answer: {
      ...call,
      requestHeaders: [
        ["Host", example.host],
        ["Accept", "application/json"],
      ],
      requestBody: "",
      requestBodyEncoding: "utf8",
      responseHeaders: [["Content-Type", "application/json"]],
      responseBody: '{"id": 7, "name": "Ada"}',
      responseBodyEncoding: "utf8",
    },
  },
  clearMockCalls: {
    description:
      "Removes what is logged, for a test that begins. `sequence` goes on where it was, so that clients with a place in the stream keep it. How often a mock was called stays, too.",
    answer: success,
  },
  verifyMockCalls: {
    description:
      "For tests: were there calls as described, as many as `times` says? What is left out may be anything; `path` is an endpoint as mocks have them. The answer is 200 in any case, because the question was answered: look at `verified`. If it is false, `closest` has the calls that nearly were it, and why they were not. With `waitMs` it waits until it is true, or so long. Only the 200 calls of the log are known: `truncated` says that older ones may have counted. Callbacks are not looked at. Of bodies the first 16 KiB are kept; conditions on a longer one do not hold.",
    body: {
      method: "POST",
      path: "/orders",
      headers: { "content-type": "application/json" },
      when: { all: [{ in: "json", name: "total", equals: 42 }] },
      times: 1,
      waitMs: 2000,
    },
    answer: { verified: true, count: 1, calls: [shown], closest: [], truncated: false },
  },
};
