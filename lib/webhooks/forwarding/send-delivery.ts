import { deliver } from "@/lib/mocks/callbacks/deliver";
import type { Outgoing } from "@/lib/mocks/callbacks/made-callback";
import { AppError, asAppError } from "@/lib/operations/errors";
import { deliveries as budget } from "@/lib/platform/budgets/budgets";
import { type Attempt, failedAttempt } from "@/lib/platform/deliveries/attempt";
import type { Due } from "@/lib/platform/deliveries/delivery-queue";
import { deliveryHeader } from "@/lib/platform/hosts/project-host";
import { forwardedUrl } from "../forwarded-url";
import type { ForwardingPayload } from "./queue";
import { valuesOf } from "./stored-headers";

/** Tells the receiver which try of a delivery it is. */
const tryHeader = "x-fieldkit-try";

/** Sends a captured request to a rule's URL once. @returns undefined if the signal ended it, so that nothing is known of it */
export async function sendDelivery(
  due: Due<ForwardingPayload>,
  signal: AbortSignal,
): Promise<Attempt | undefined> {
  const begun = performance.now();
  const outgoing = outgoingOf(due);
  if (typeof outgoing === "string") return failedAttempt(outgoing);
  const marks: [string, string][] = [
    [deliveryHeader, due.deliveryId],
    [tryHeader, String(due.tries + 1)],
  ];
  const durationMs = () => Math.round(performance.now() - begun);
  // Of what is handed on in this process, any failure can be the answer.
  const sent = await deliver(outgoing, due.label, { marks, signal }).catch(asAppError);
  if (signal.aborted) return undefined;
  if (sent instanceof AppError) {
    return { ...failedAttempt(sent.message), isFinal: false, durationMs: durationMs() };
  }
  const { statusCode, reason, body, isFinal } = sent;
  return {
    ...{ statusCode, isFinal, durationMs: durationMs() },
    error: reason ?? (statusCode !== null && statusCode >= 300 ? redirected(statusCode) : null),
    answer: body.subarray(0, budget.answerBytesMax),
    answerTruncated: body.byteLength > budget.answerBytesMax,
    retryAfter: sent.headers.find(([name]) => name.toLowerCase() === "retry-after")?.[1],
  };
}

const redirected = (statusCode: number) =>
  `It was answered with ${statusCode}, and redirects are not followed: name the final address in the rule.`;

/** What is to be sent, or why it can't be. */
function outgoingOf({ url, keepPath, headers, ...due }: Due<ForwardingPayload>): Outgoing | string {
  const { method } = due;
  if (method === null) return "The request is no longer stored.";
  const target = keepPath && URL.canParse(url) ? forwardedUrl(new URL(url), due)?.href : url;
  if (target === undefined) return "The captured path has `..` in it, so it is not added to the rule's URL.";
  const values = valuesOf({ id: due.ruleId, headerValues: due.headerValues });
  if (!values) return "The rule's headers were sealed with another AUTH_SECRET: enter them again.";
  const named = new Set(headers.map(({ name }) => name.toLowerCase()));
  const kept = due.rawHeaders.filter(([name]) => !named.has(name.toLowerCase()) && !isUnwanted(name));
  const set = headers.flatMap(({ name, valueTail }): [string, string][] =>
    valueTail === null ? [] : [[name, values[name] ?? ""]],
  );
  return { url: target, method, headers: [...kept, ...set], body: due.body };
}

/** Answers are shown, so that they are asked for uncompressed. */
const isUnwanted = (name: string) => name.toLowerCase() === "accept-encoding";
