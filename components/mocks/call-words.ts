import type { Tone } from "@/components/ui/badge";
import type { callOutcomes, MockCall } from "@/lib/mocks/calls/contract";

type Outcome = (typeof callOutcomes)[number];

/** What answered a call, for people. */
export const outcomeWords: Record<Outcome, { label: string; tone: Tone }> = {
  mock: { label: "Mock", tone: "green" },
  collection: { label: "Collection", tone: "green" },
  proxy: { label: "Forwarded", tone: "blue" },
  chaos: { label: "Chaos", tone: "violet" },
  miss: { label: "Miss", tone: "amber" },
  failure: { label: "Failure", tone: "red" },
};

const faultWords: Record<NonNullable<MockCall["fault"]>, string> = {
  reset: "connection reset",
  empty: "no answer",
  truncated: "half of the body",
  malformed: "broken chunks",
};

/** What was answered, in a word or two. */
export function answerWords({ statusCode, fault }: Pick<MockCall, "statusCode" | "fault">): string {
  if (fault) return faultWords[fault];
  return statusCode === null ? "no answer" : String(statusCode);
}

/** What a row says below its address: which mock it was, or why there was none. */
export function summaryOf({ kind, outcome, mockName, responseName, reason }: MockCall): string {
  if (kind === "callback") return reason ?? `Callback${mockName ? ` of ${mockName}` : ""}`;
  if (outcome === "mock") return [mockName ?? "A deleted mock", responseName].filter(Boolean).join(" · ");
  return reason ?? (outcome ? outcomeWords[outcome].label : "");
}
