import { handshakeWords } from "@/components/webhooks/handshake-values";
import type { Output } from "@/lib/operations/operation";
import type { CapturedRequest, getWebhook } from "@/lib/webhooks/contract";
import { handshakePresets } from "@/lib/webhooks/handshakes/contract";
import { type HandshakeRequest, handshakeLimits, handshakeOf } from "@/lib/webhooks/handshakes/handshake";

type Settings = Pick<Output<typeof getWebhook>, "handshakes" | "metaVerifyToken" | "updatedAt">;

/** What is known of a handshake that was captured. */
export type HandshakeNote = { text: string; isCompleted: boolean };

/**
 * What the inbox did with a capture that is a handshake; undefined for every other one. Nothing is stored of it: the same
 * rule is asked again, so that it can say so only while the settings are those of then.
 */
export function handshakeNote(capture: CapturedRequest, inbox: Settings): HandshakeNote | undefined {
  const request = asRequest(capture);
  const any = handshakeOf(request, { handshakes: handshakePresets, metaVerifyToken: null });
  if (!any) return undefined;
  const whose = `${handshakeWords[any.preset].name}'s`;
  if (inbox.updatedAt > capture.receivedAt) {
    return { text: `${whose} handshake. The inbox's settings have changed since.`, isCompleted: false };
  }
  const done = handshakeOf(request, inbox);
  if (!done) return { text: `${whose} handshake, which this inbox does not complete`, isCompleted: false };
  if (done.kind === "refused")
    return { text: `Refused ${whose} handshake: another verify token`, isCompleted: false };
  if (done.kind === "empty response")
    return { text: `Answered with ${whose} empty response`, isCompleted: true };
  return { text: `Completed ${whose} handshake`, isCompleted: true };
}

function asRequest({
  method,
  rawUrl,
  rawHeaders,
  body,
  bodyEncoding,
  size,
  ...rest
}: CapturedRequest): HandshakeRequest {
  const isRead = bodyEncoding === "utf8" && !rest.bodyTruncated && size <= handshakeLimits.bodyBytes;
  return { method, rawUrl, rawHeaders, body: () => (isRead ? body : undefined) };
}
