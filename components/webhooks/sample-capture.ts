import type { CapturedRequest } from "@/lib/webhooks/contract";

/** A captured request for tests. */
export function capture(sequence: number, over: Partial<CapturedRequest> = {}): CapturedRequest {
  const body = over.body ?? '{"order":1}';
  return {
    id: `capture-${sequence}`,
    webhookId: "00000000-0000-4000-8000-000000000000",
    sequence,
    method: "POST",
    path: "/orders",
    rawUrl: "/api/webhook/abcdefghij123456/orders?page=1",
    headers: { "content-type": "application/json" },
    rawHeaders: [["Content-Type", "application/json"]],
    query: { page: "1" },
    body,
    bodyEncoding: "utf8",
    size: new TextEncoder().encode(body).length,
    ip: "127.0.0.1",
    receivedAt: "2030-01-31T12:00:00.000Z",
    signature: null,
    ...{ pinned: false, pinnedAt: null, note: null },
    ...over,
  };
}
