import type { EnvironmentSnapshot } from "@/lib/environments/read-environments";
import {
  type Decision,
  decisionOf,
  type FlagSnapshot,
  possibleOutcomes,
  preparedOf,
} from "@/lib/evaluation/decision";
import { resolveOne } from "@/lib/evaluation/resolve";
import { digestOf } from "@/lib/evaluation/resolved-json";
import type { Tagged } from "@/lib/evaluation/revalidated";
import { outcomesFor, type PreparedFlag } from "@/lib/evaluation/rollout";
import { overriddenFlags } from "@/lib/evaluation/snapshots";
import { entityTag } from "@/lib/operations/entity-tag";
import type { Candidates } from "./flags-of-subject";
import type { Subject } from "./subject";

/** A decision in OFREP's terms. `value` is the final decision. */
export const toEvaluation = (
  { key, value, reason, variant, source, rollout }: Decision,
  environment: string,
) => ({
  key,
  value,
  reason,
  variant,
  metadata: { source, rollout, environment },
});

/** The JSON of an evaluation up to the environment, which is the same for all of an answer, with a digest. */
type Text = { text: string; digest: readonly [number, number] };
type Member = { prepared: PreparedFlag; texts: readonly (Text | undefined)[] };

/** What a subject gets for one flag. */
export function evaluationOf(
  { byKey }: Candidates,
  { key, record }: Subject,
  environment: EnvironmentSnapshot,
  flagKey: string,
): ReturnType<typeof toEvaluation> | undefined {
  const flag = byKey().get(flagKey);
  if (!flag) return undefined;
  if (!isOfGroup(flag)) return toEvaluation(decided(flag, key, "global"), environment.key);
  const decision = record ? resolveOne(flag, record, environment) : decided(flag, key, "group-default");
  return toEvaluation(decision, environment.key);
}

const isOfGroup = (flag: FlagSnapshot) => !("environmentId" in flag);

const decided = (flag: FlagSnapshot, key: string | undefined, source: "group-default" | "global") =>
  decisionOf(flag, outcomesFor(key)(preparedOf(flag)), source);

/**
 * What a subject gets for all flags, or for those with the wanted keys. The entity tag is of the texts' digests: who has it
 * already needs no body.
 */
export function evaluationsOf(
  { group, global }: Candidates,
  { key, record }: Subject,
  environment: EnvironmentSnapshot,
  wanted: ReadonlySet<string> | undefined,
): Tagged {
  const outcomeOf = outcomesFor(key);
  const overridden = new Set(record ? overriddenFlags(record, environment.id) : []);
  const texts: Text[] = [];
  for (const flag of group) {
    if (wanted && !wanted.has(flag.key)) continue;
    const text = record && overridden.has(flag.id) && textOf(resolveOne(flag, record, environment));
    texts.push(text || memberText(flag, outcomeOf, "group-default"));
  }
  for (const flag of global) {
    if (!wanted || wanted.has(flag.key)) texts.push(memberText(flag, outcomeOf, "global"));
  }
  return joined(texts, `${JSON.stringify(environment.key)}}}`);
}

/** An answer without any flag. */
export const noEvaluations = () => joined([], "");

function joined(texts: readonly Text[], end: string): Tagged {
  const digests = new Int32Array(2 * texts.length);
  for (const [at, { digest }] of texts.entries()) digests.set(digest, 2 * at);
  const etag = entityTag(Buffer.concat([new Uint8Array(digests.buffer), Buffer.from(end)]));
  const body = () => {
    const flags = texts.map(({ text }) => text).join(`${end},`);
    return Buffer.from(`{"flags":[${flags}${texts.length > 0 ? end : ""}]}`);
  };
  return { etag, body };
}

/** By a flag, which outlives changes of others. */
const members = new WeakMap<FlagSnapshot, Member>();

function memberText(
  flag: FlagSnapshot,
  outcomeOf: (flag: PreparedFlag) => number,
  source: "group-default" | "global",
): Text {
  const { prepared, texts } = members.get(flag) ?? addMember(flag, source);
  // Without a key what depends on it is off, which is possible nowhere else for a flag that all get some variant of.
  const outcome = outcomeOf(prepared);
  return texts[outcome] ?? textOf(decisionOf(flag, outcome, source));
}

function addMember(flag: FlagSnapshot, source: "group-default" | "global"): Member {
  const prepared = preparedOf(flag);
  const texts: Text[] = [];
  for (const outcome of possibleOutcomes(prepared))
    texts[outcome] = textOf(decisionOf(flag, outcome, source));
  const member = { prepared, texts };
  members.set(flag, member);
  return member;
}

function textOf(decision: Decision): Text {
  const { metadata, ...evaluation } = toEvaluation(decision, "");
  const { environment: _, ...known } = metadata;
  const text = `${JSON.stringify({ ...evaluation, metadata: known }).slice(0, -2)},"environment":`;
  return { text, digest: digestOf(text) };
}
