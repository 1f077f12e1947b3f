import { reasons } from "./contract";
import type { Decision, Source } from "./decision";
import { murmur3 } from "./murmur3";

const sources: readonly Source[] = ["record", "group-default", "global"];

/** All that an answer says of a flag besides its key as three numbers, of which an entity tag is made. */
export type State = readonly [number, number, number];
export const stateNumbers = 3;

/** @param withReason whether the answer has the reason */
export function stateOf(
  { enabled, rollout, source, reason, isPlain, value, variant, rule, prerequisite }: Decision,
  withReason: boolean,
): State {
  const why = withReason ? reasons.indexOf(reason) : 0;
  const said = ((rollout * reasons.length + why) * sources.length + sources.indexOf(source)) * 2;
  if (isPlain) return [said + Number(enabled), 0, 0];
  // Keys and reasons are never empty and contain no spaces, so every text stands for one decision only.
  const text = `${variant} ${reason} ${prerequisite ?? ""} ${rule === undefined ? "" : JSON.stringify(rule)} ${value}`;
  return [said + Number(enabled), murmur3(text) | 0, murmur3(`.${text}`) | 0];
}
