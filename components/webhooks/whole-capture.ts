import type { InboxAddress } from "@/components/webhooks/browser-stream-parts";
import { ApiError, call } from "@/lib/operations/client";
import { requestFor } from "@/lib/operations/operation";
import { type CapturedRequest, getRequest, getRequestBody } from "@/lib/webhooks/contract";

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

/** Skips captures that were deleted after the list was read. */
export function unlessGone(error: unknown): undefined {
  if (!(error instanceof ApiError) || error.status !== 404) throw error;
}

/** The bytes of a body that is not truncated. */
export function bytesOf({ body, bodyEncoding }: Pick<CapturedRequest, "body" | "bodyEncoding">): Uint8Array {
  if (bodyEncoding === "utf8") return new TextEncoder().encode(body);
  return Uint8Array.from(atob(body), (character) => character.charCodeAt(0));
}

type CaptureAddress = InboxAddress & { requestId: string };

/** Where the exact bytes of a body are downloaded from. */
function bodyPath(address: CaptureAddress): string {
  return requestFor(getRequestBody, address).path;
}

/**
 * The exact bytes of a body.
 * @throws {ApiError} with status 0 when the service can't be reached
 */
export async function fetchBody(address: CaptureAddress, signal?: AbortSignal): Promise<Uint8Array> {
  const response = await fetch(bodyPath(address), signal ? { signal } : {}).catch((error: unknown) => {
    if (signal?.aborted) throw error;
    throw new ApiError("Fieldkit can't be reached. Check your connection.", 0, "unreachable", []);
  });
  if (!response.ok) {
    throw new ApiError(
      `The body was refused with status ${response.status}.`,
      response.status,
      "unknown",
      [],
    );
  }
  return new Uint8Array(await response.arrayBuffer());
}
