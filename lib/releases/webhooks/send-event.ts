import { answerHere, canAnswerHere } from "@/lib/operations/answer-here";
import { AppError, asAppError } from "@/lib/operations/errors";
import { releaseDeliveries as budget } from "@/lib/platform/budgets/budgets";
import type { Attempt } from "@/lib/platform/deliveries/attempt";
import { ownInboxOf } from "@/lib/platform/hosts/own-target";
import { deliveryHeader, type ProjectTarget } from "@/lib/platform/hosts/project-host";
import { request } from "@/lib/platform/outbound/outbound";
import { OutboundError, type OutboundReason } from "@/lib/platform/outbound/outbound-error";
import { requestHeaders } from "@/lib/platform/outbound/wire-headers";
import { signedWebhookHeaders } from "@/lib/platform/secrets/standard-webhooks";

type Message = { url: string; id: string; body: string; secrets: readonly string[] };

/** Failures of the moment. All others are the address's. */
const worthAnother: ReadonlySet<OutboundReason> = new Set(["unreachable", "tls", "timeout", "protocol"]);

const nothing = Buffer.alloc(0);
const unanswered = { statusCode: null, answer: nothing, answerTruncated: false };

/** Sends a signed event once. @returns undefined if the signal ended it, so that nothing is known of it */
export async function sendEvent(
  { url, id, body, secrets }: Message,
  signal?: AbortSignal,
): Promise<Attempt | undefined> {
  const at = new Date();
  const begun = performance.now();
  const durationMs = () => Math.round(performance.now() - begun);
  const lines: [string, string][] = [
    ["Content-Type", "application/json"],
    ["User-Agent", "Fieldkit"],
    ...signedWebhookHeaders({ id, at, body }, secrets),
  ];
  const own = ownInboxOf(url);
  if (own && canAnswerHere()) {
    const sent = await sendToInbox(own, { url, body, headers: [...lines, [deliveryHeader, id]] });
    return { ...sent, durationMs: durationMs() };
  }
  try {
    const { statusCode, headers, ...answer } = await request({
      ...{ url, method: "POST", headers: lines, body: Buffer.from(body), signal, redirects: "none" },
      ...{ timeoutMs: budget.timeoutMs, maxBytes: budget.answerBytesMax },
    });
    return {
      ...{ statusCode, durationMs: durationMs(), isFinal: false, error: problemOf(statusCode) },
      ...{ answer: answer.body, answerTruncated: answer.truncated, retryAfter: headers["retry-after"] },
    };
  } catch (error) {
    if (signal?.aborted) return undefined;
    if (!(error instanceof OutboundError)) throw error;
    const isFinal = !worthAnother.has(error.reason);
    return { ...unanswered, isFinal, durationMs: durationMs(), error: error.message };
  }
}

type ToInbox = { url: string; body: string; headers: [string, string][] };

/**
 * Hands an event to an inbox of this instance. That works where the instance has no public URL, and reaches no other
 * server on its host. The inbox doesn't forward a request with the delivery header, so events can't go in circles.
 */
async function sendToInbox(
  own: ProjectTarget,
  { url, body, headers }: ToInbox,
): Promise<Omit<Attempt, "durationMs">> {
  const bytes = Buffer.from(body);
  const lines = requestHeaders(new URL(url), "POST", headers, bytes.byteLength);
  const message = { own, method: "POST", headers: lines, body: bytes, timeoutMs: budget.timeoutMs };
  const given = await answerHere(message).catch(asAppError);
  if (given instanceof AppError) return { ...unanswered, isFinal: false, error: given.message };
  if (!given) return { ...unanswered, isFinal: false, error: "The inbox did not respond in time." };
  return {
    ...{ statusCode: given.status, isFinal: false, error: problemOf(given.status) },
    answer: given.body.subarray(0, budget.answerBytesMax),
    answerTruncated: given.body.byteLength > budget.answerBytesMax,
  };
}

function problemOf(statusCode: number): string | null {
  if (statusCode < 300) return null;
  if (statusCode >= 400) return `It was answered with ${statusCode}.`;
  return `It was answered with ${statusCode}, and redirects are not followed: name the final address.`;
}
