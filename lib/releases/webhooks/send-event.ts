import { releaseDeliveries as budget } from "@/lib/platform/budgets/budgets";
import type { Tried } from "@/lib/platform/deliveries/next-try";
import type { NotedTry } from "@/lib/platform/deliveries/noted-try";
import { request } from "@/lib/platform/outbound/outbound";
import { OutboundError, type OutboundReason } from "@/lib/platform/outbound/outbound-error";
import { signedWebhookHeaders } from "@/lib/platform/secrets/standard-webhooks";

export type SentTry = Tried & NotedTry;

type Message = { url: string; id: string; body: string; secrets: readonly string[] };

/** Failures of the moment. All others are the address's. */
const worthAnother: ReadonlySet<OutboundReason> = new Set(["unreachable", "tls", "timeout", "protocol"]);

const nothing = Buffer.alloc(0);
const unanswered = { statusCode: null, answer: nothing, answerTruncated: false };

/** A try that could not be made, and would not be another time. */
export const unsentTry = (error: string): SentTry => ({
  ...{ ...unanswered, error, isFinal: true, durationMs: 0, at: new Date() },
});

/** Sends a signed event once. @returns undefined if the signal ended it, so that nothing is known of it */
export async function sendEvent(
  { url, id, body, secrets }: Message,
  signal?: AbortSignal,
): Promise<SentTry | undefined> {
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
      ...{ at, statusCode, durationMs: durationMs(), isFinal: false, error: problemOf(statusCode) },
      ...{ answer: answer.body, answerTruncated: answer.truncated, retryAfter: headers["retry-after"] },
    };
  } catch (error) {
    if (signal?.aborted) return undefined;
    if (!(error instanceof OutboundError)) throw error;
    const isFinal = !worthAnother.has(error.reason);
    return { ...unanswered, at, isFinal, durationMs: durationMs(), error: error.message };
  }
}

function problemOf(statusCode: number): string | null {
  if (statusCode < 300) return null;
  if (statusCode >= 400) return `It was answered with ${statusCode}.`;
  return `It was answered with ${statusCode}, and redirects are not followed: name the final address.`;
}
