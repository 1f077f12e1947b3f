import type { InboxAddress } from "@/components/webhooks/browser-stream-parts";
import { call } from "@/lib/operations/client";
import { type CapturedRequest, getRequest } from "@/lib/webhooks/contract";

/**
 * The capture with all of its body, of which lists hold only the beginning.
 * @throws {ApiError} 404 when it is no longer kept
 */
export async function wholeCapture(
  request: CapturedRequest,
  { projectId, webhookId }: InboxAddress,
): Promise<CapturedRequest> {
  if (!request.bodyTruncated) return request;
  return call(getRequest, { projectId, webhookId, requestId: request.id });
}
