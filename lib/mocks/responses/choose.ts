import type { ConditionWork } from "./condition-work";
import { explain, holds } from "./conditions";
import type { RequestView } from "./request-view";
import type { Script, ScriptedResponse } from "./script";

/** What a choice depends on besides the request. */
export type Chance = {
  /** How many calls of the mock came before, since its sequence began. */
  position(): Promise<number>;
  /** From 0 up to 1, without 1. */
  random(): number;
};

/**
 * The response of a mock that a request gets; `own` stands for the mock's own answer, and undefined says that the mock
 * does not match.
 */
export async function chooseResponse(
  script: Script,
  view: RequestView,
  work: ConditionWork,
  chance: Chance,
): Promise<ScriptedResponse | "own" | undefined> {
  const otherwise = script.fallback ? "own" : undefined;
  if (script.mode === "first") {
    return script.responses.find(({ when }) => holds(when, view, work)) ?? otherwise;
  }
  const candidates = script.responses.filter(({ when }) => holds(when, view, work));
  if (candidates.length === 0) return otherwise;
  if (script.mode === "random") return byWeight(candidates, chance.random());
  return inTurn(candidates, await chance.position(), script.sequenceEnd);
}

function inTurn(
  candidates: readonly ScriptedResponse[],
  position: number,
  end: Script["sequenceEnd"],
): ScriptedResponse | "own" {
  const count = candidates.length;
  if (end === "own") return candidates[position] ?? "own";
  return candidates[end === "restart" ? position % count : Math.min(position, count - 1)] ?? "own";
}

function byWeight(candidates: readonly ScriptedResponse[], random: number): ScriptedResponse | undefined {
  const sum = candidates.reduce((total, { weight }) => total + weight, 0);
  let left = random * sum;
  for (const candidate of candidates) {
    left -= candidate.weight;
    if (left < 0) return candidate;
  }
  return candidates.at(-1);
}

/** Which conditions keep a request from a mock: those of the response that it nearly gets. */
export function whyNot(script: Script, view: RequestView, work: ConditionWork): string | undefined {
  let nearest: string[] | undefined;
  for (const { when } of script.responses) {
    const failed = explain(when, view, work);
    if (failed.length > 0 && (!nearest || failed.length < nearest.length)) nearest = failed;
  }
  return nearest?.join(" and ");
}
