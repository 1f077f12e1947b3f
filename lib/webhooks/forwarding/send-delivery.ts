import { deliver } from "@/lib/mocks/callbacks/deliver";
import type { Outgoing } from "@/lib/mocks/callbacks/made-callback";
import { AppError, asAppError } from "@/lib/operations/errors";
import { deliveries as budget } from "@/lib/platform/budgets/budgets";
import type { Tried } from "@/lib/platform/deliveries/next-try";
import type { NotedTry } from "@/lib/platform/deliveries/noted-try";
import { deliveryHeader } from "@/lib/platform/hosts/project-host";
import { forwardedUrl } from "../forwarded-url";
import type { Lane, Next } from "./lane";
import { valuesOf } from "./stored-headers";

export type SentTry = Tried & NotedTry;

/** Tells the receiver which try of a delivery it is. */
const tryHeader = "x-fieldkit-try";

/** Sends what is next for a rule once. @returns undefined if the signal ended it, so that nothing is known of it */
export async function sendDelivery(
  next: Next,
  { label }: Lane,
  signal: AbortSignal,
): Promise<SentTry | undefined> {
  const at = new Date();
  const begun = performance.now();
  const outgoing = outgoingOf(next);
  if (typeof outgoing === "string") return { ...unsent, error: outgoing, at };
  const { id = "", tries = 0 } = next.delivery ?? {};
  const marks: [string, string][] = [
    [deliveryHeader, id],
    [tryHeader, String(tries + 1)],
  ];
  const durationMs = () => Math.round(performance.now() - begun);
  // Of what is handed on in this process, any failure can be the answer.
  const sent = await deliver(outgoing, label, { marks, signal }).catch(asAppError);
  if (signal.aborted) return undefined;
  if (sent instanceof AppError) {
    return { ...unsent, at, isFinal: false, durationMs: durationMs(), error: sent.message };
  }
  const { statusCode, reason, body, isFinal } = sent;
  return {
    ...{ at, statusCode, isFinal, durationMs: durationMs() },
    error: reason ?? (statusCode !== null && statusCode >= 300 ? redirected(statusCode) : null),
    answer: body.subarray(0, budget.answerBytesMax),
    answerTruncated: body.byteLength > budget.answerBytesMax,
    retryAfter: sent.headers.find(([name]) => name.toLowerCase() === "retry-after")?.[1],
  };
}

const redirected = (statusCode: number) =>
  `It was answered with ${statusCode}, and redirects are not followed: name the final address in the rule.`;

const nothing = Buffer.alloc(0);
const unsent = { statusCode: null, isFinal: true, durationMs: 0, answer: nothing, answerTruncated: false };

/** What is to be sent, or why it can't be. */
function outgoingOf({ copy, url, keepPath, headers, ...rule }: Next): Outgoing | string {
  if (!copy) return "What was captured is kept no longer.";
  const target = keepPath && URL.canParse(url) ? forwardedUrl(new URL(url), copy)?.href : url;
  if (target === undefined) return "The captured path has `..` in it, so it is not added to the rule's URL.";
  const values = valuesOf({ id: rule.ruleId, headerValues: rule.headerValues });
  if (!values) return "The rule's headers were sealed with another AUTH_SECRET: enter them again.";
  const named = new Set(headers.map(({ name }) => name.toLowerCase()));
  const kept = copy.rawHeaders.filter(([name]) => !named.has(name.toLowerCase()) && !isUnwanted(name));
  const set = headers.flatMap(({ name, valueTail }): [string, string][] =>
    valueTail === null ? [] : [[name, values[name] ?? ""]],
  );
  return { url: target, method: copy.method, headers: [...kept, ...set], body: copy.body };
}

/** Answers are shown, so that they are asked for uncompressed. */
const isUnwanted = (name: string) => name.toLowerCase() === "accept-encoding";
