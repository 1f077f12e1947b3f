import { releaseDeliveries as budget } from "@/lib/platform/budgets/budgets";
import type { Attempt } from "@/lib/platform/deliveries/attempt";
import { request } from "@/lib/platform/outbound/outbound";
import { OutboundError, type OutboundReason } from "@/lib/platform/outbound/outbound-error";
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
  try {
    const { statusCode, headers, ...answer } = await request({
      ...{ url, method: "POST", body: Buffer.from(body), signal, redirects: "none" },
      headers: [
        ["Content-Type", "application/json"],
        ["User-Agent", "Fieldkit"],
        ...signedWebhookHeaders({ id, at, body }, secrets),
      ],
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

function problemOf(statusCode: number): string | null {
  if (statusCode < 300) return null;
  if (statusCode >= 400) return `It was answered with ${statusCode}.`;
  return `It was answered with ${statusCode}, and redirects are not followed: name the final address.`;
}
