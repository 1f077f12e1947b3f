import type { Matcher } from "../matching/matcher";
import { isExpression } from "../matching/segments";
import { newConditionWork } from "../responses/condition-work";
import { explain, holds, needsBody } from "../responses/conditions";
import type { Condition, When } from "../responses/contract";
import { RequestView } from "../responses/request-view";
import type { CallRow } from "./calls";

/** What is looked for among calls. */
export type WantedCall = {
  /** In upper case. */
  method: string | undefined;
  path: { endpoint: string; matcher: Matcher<Endpoint> } | undefined;
  outcome: CallRow["outcome"] | undefined;
  mockId: string | undefined;
  /** All of them have to hold. */
  conditions: readonly NonNullable<When>[];
};
type Endpoint = { method: string; endpoint: string; enabled: boolean };

/** How far a call is what is looked for: 1 if it is, the less the farther, with the reason. */
export type Judgement = { nearness: number; why: string };

export const isFound = ({ nearness }: Judgement): boolean => nearness === 1;

/** Nearer than calls on another path. */
const samePath = 0.8;

/** What needs neither headers nor body. @returns undefined if those have to be looked at */
export function judgeLine(wanted: WantedCall, call: CallRow): Judgement | undefined {
  const rawPath = pathOf(call.target);
  const { path, method, outcome, mockId } = wanted;
  const reasons: string[] = [];
  if (method !== undefined && call.method.toUpperCase() !== method)
    reasons.push(`its method is ${call.method}`);
  if (outcome && call.outcome !== outcome) reasons.push(`what answered it is: ${call.outcome}`);
  if (mockId !== undefined && call.mockId !== mockId) reasons.push("another mock answered it, or none");
  if (path && !path.matcher.match("GET", rawPath)) {
    const nearness = likeness(path.endpoint, rawPath) * (reasons.length === 0 ? 0.7 : 0.4);
    return { nearness, why: ["its path differs", ...reasons].join(" and ") };
  }
  if (reasons.length > 0) return { nearness: samePath - 0.1 * reasons.length, why: reasons.join(" and ") };
  return wanted.conditions.length === 0 ? { nearness: 1, why: "" } : undefined;
}

/** Headers and body of a call as they are kept. */
export type CallParts = { requestHeaders: [string, string][]; requestBody: Buffer };

/** The rest of that. One call may cost as much as a call of a mock may. */
export function judgeWhole(wanted: WantedCall, call: CallRow & CallParts): Judgement {
  const isCut = call.requestSize === null || call.requestSize > call.requestBody.byteLength;
  if (isCut && wanted.conditions.some(needsBody)) {
    return {
      nearness: samePath,
      why: "only the beginning of its body is kept, so that conditions on it are not tried",
    };
  }
  const { path } = wanted;
  const found = path?.matcher.match("GET", pathOf(call.target));
  const view = new RequestView({
    method: call.method,
    target: call.target,
    rawHeaders: call.requestHeaders.flat(),
    params: (found && path?.matcher.params(found, pathOf(call.target))) ?? {},
    body: call.requestBody,
    ip: call.ip,
  });
  const work = newConditionWork();
  const failed = wanted.conditions.filter((when) => !holds(when, view, work));
  if (failed.length === 0) return { nearness: 1, why: "" };
  const again = newConditionWork();
  return {
    nearness: samePath + 0.1,
    why: failed.flatMap((when) => explain(when, view, again)).join(" and "),
  };
}

/** Values that parameters or headers must have, as conditions. */
export function equalities(source: "query" | "header", values: Record<string, string>): Condition[] {
  return Object.entries(values).map(([name, equals]) => ({ in: source, name, equals }));
}

export const pathOf = (target: string): string => target.split("?", 1)[0] ?? "";

/** Which part of the segments are the same, in any letter case; a placeholder is like anything. */
function likeness(endpoint: string, path: string): number {
  if (isExpression(endpoint)) return 0;
  const wanted = endpoint.toLowerCase().split("/").slice(1);
  const given = plain(path).toLowerCase().split("/").slice(1);
  const same = wanted.filter(
    (segment, at) => given[at] !== undefined && (/[:*]/.test(segment) || segment === given[at]),
  );
  return same.length / Math.max(wanted.length, given.length);
}

function plain(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
