import { headerRows } from "@/components/mocks/answer-form-values";
import { type MockFormValues, mockFrom } from "@/components/mocks/mock-form-values";
import type { WholeMockCall } from "@/lib/mocks/calls/contract";

/** What Fieldkit or the connection adds to an answer, or what belongs to one answer only. */
const addedHeaders = new Set([
  ...["connection", "content-length", "date", "keep-alive", "transfer-encoding", "trailer", "x-request-id"],
  ...["content-encoding", "set-cookie", "strict-transport-security", "x-content-type-options", "vary"],
  ...["content-security-policy", "accept-ranges", "etag"],
]);

/** A new mock that answers a call like this one, with what was answered if that was an answer of its own. */
export function mockFromCall(call: WholeMockCall): MockFormValues {
  const path = call.target.split("?", 1)[0] || "/";
  const endpoint = literal(path);
  const start = mockFrom({
    method: call.method === "HEAD" ? "GET" : call.method,
    endpoint,
    name: `${call.method} ${path}`.slice(0, 200),
  });
  return answersItself(call) ? { ...start, ...answerOf(call) } : start;
}

/** Where a new mock is made of a call. */
export const newMockHref = (base: string, callId: string) => `${base}/new?call=${callId}`;

/** Of misses and failures the answer is Fieldkit's, which nobody wants to mock. */
const answersItself = ({ outcome, statusCode, fault }: WholeMockCall) =>
  (outcome === "mock" || outcome === "collection" || outcome === "proxy") && statusCode !== null && !fault;

function answerOf(call: WholeMockCall): Partial<MockFormValues> {
  const kept = call.responseHeaders.filter(([name]) => {
    const lower = name.toLowerCase();
    return !addedHeaders.has(lower) && !lower.startsWith("access-control-");
  });
  const isWhole = !call.responseBodyTruncated;
  return {
    statusCode: String(call.statusCode),
    headers: kept.flatMap(([name, value]) => headerRows({ [name]: value })),
    responseBody: isWhole ? call.responseBody : "",
    bodyKind: isWhole && call.responseBodyEncoding === "base64" ? "base64" : "text",
  };
}

/** A path as an endpoint that stands for nothing else. */
const literal = (path: string) =>
  path.replace(/^\/+/, "/").replace(/[:*{}]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`);
