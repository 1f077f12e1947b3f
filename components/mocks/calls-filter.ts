import { summaryOf } from "@/components/mocks/call-words";
import type { MockCall } from "@/lib/mocks/calls/contract";

/** Empty text lets everything through. `status` is a class, such as 4xx; `mock` an id. */
export type CallsFilter = { method: string; outcome: string; status: string; mock: string; text: string };

export const noFilter: CallsFilter = { method: "", outcome: "", status: "", mock: "", text: "" };

export const isFiltering = (filter: CallsFilter): boolean =>
  Object.values(filter).some((each) => each.trim() !== "");

/** What `outcome` says of callbacks, which have none. */
export const callbackOutcome = "callback";

export function matchesFilter(call: MockCall, { method, outcome, status, mock, text }: CallsFilter): boolean {
  if (method !== "" && call.method !== method) return false;
  if (outcome !== "" && (call.outcome ?? callbackOutcome) !== outcome) return false;
  if (status !== "" && `${String(call.statusCode ?? "").slice(0, 1)}xx` !== status) return false;
  if (mock !== "" && call.mockId !== mock) return false;
  const wanted = text.trim().toLowerCase();
  return (
    wanted === "" ||
    [call.target, summaryOf(call), call.ip].some((place) => place.toLowerCase().includes(wanted))
  );
}

/** The methods there are, in alphabetical order, with the chosen one even when none has it. */
export function methodsOf(calls: readonly MockCall[], chosen: string): string[] {
  return [...new Set([...calls.map(({ method }) => method), ...(chosen ? [chosen] : [])])].sort();
}
