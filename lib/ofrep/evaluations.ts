import type { EnvironmentSnapshot } from "@/lib/environments/read-environments";
import { countedAnswer } from "@/lib/evaluation/counted";
import type { Decider } from "@/lib/evaluation/decider";
import { type Decision, decisionOf, type FlagSnapshot, preparedOf } from "@/lib/evaluation/decision";
import { overriddenFlags } from "@/lib/evaluation/held-flags";
import { whyOf } from "@/lib/evaluation/resolved-json";
import { type State, stateNumbers, stateOf } from "@/lib/evaluation/state";
import type { PreparedTarget } from "@/lib/evaluation/targeting";
import type { CountedAnswer } from "@/lib/flag-use/use-counts";
import type { FlagValue } from "@/lib/flag-values/contract";
import { entityTag } from "@/lib/operations/entity-tag";
import type { Steps } from "@/lib/platform/process/turns";
import { type Candidates, flagOfKey, globalFlags } from "./flags-of-subject";
import type { Subject } from "./subject";

type Default = "group-default" | "global";

/** A decision in OFREP's terms. `value` is the final decision. */
export const toEvaluation = (
  { key, value, reason, variant, source, rollout, rule, prerequisite }: Decision,
  environment: string,
) => ({
  ...{ key, value: JSON.parse(value) as FlagValue, reason, variant },
  metadata: {
    ...{ source, rollout, environment },
    ...(rule !== undefined && { rule }),
    ...(prerequisite !== undefined && { prerequisite }),
  },
});

/** What a subject gets for one flag, and what counts that. */
export function evaluationOf(
  candidates: Candidates,
  decider: Decider,
  environment: EnvironmentSnapshot,
  flagKey: string,
): { evaluation: ReturnType<typeof toEvaluation>; counted: CountedAnswer } | undefined {
  const flag = flagOfKey(candidates, flagKey);
  if (!flag) return undefined;
  const decision =
    "environmentId" in flag
      ? decisionOf(flag, decider.verdictOf(flag, preparedOf(flag)), "global")
      : decider.decide(flag);
  return {
    evaluation: toEvaluation(decision, environment.key),
    counted: countedAnswer(flag, decision.variant),
  };
}

/** The JSON of an evaluation up to the environment, which is the same for all of an answer. */
type Text = { key: string; text: string; state: State; counted: CountedAnswer };

/** An answer to be made: its entity tag is of all that the texts say, so that who has it already needs no body. */
export type Evaluations = {
  etag: string;
  texts: readonly Text[];
  end: string;
  /** The JSON of what the answer has after them. */
  after: string;
};

/** What a subject gets for all flags, or for those with the wanted keys. In steps, because there may be thousands. */
export function* evaluationsOf(
  candidates: Candidates,
  { subject: { record }, decider }: { subject: Subject; decider: Decider },
  environment: EnvironmentSnapshot,
  wanted: ReadonlySet<string> | undefined,
): Steps<Evaluations> {
  const overridden = new Set(record ? overriddenFlags(record, environment.id) : []);
  const texts: Text[] = [];
  for (const flag of candidates.group) {
    yield;
    if (wanted && !wanted.has(flag.key)) continue;
    const own = record && overridden.has(flag.id) && textOf(flag, decider.decide(flag));
    texts.push(own || memberText(flag, decider, "group-default"));
  }
  for (const flag of globalFlags(candidates)) {
    yield;
    if (!wanted || wanted.has(flag.key)) texts.push(memberText(flag, decider, "global"));
  }
  return tagged(texts, `${JSON.stringify(environment.key)}}}`);
}

function tagged(texts: readonly Text[], end: string): Evaluations {
  const states = new Int32Array(stateNumbers * texts.length);
  for (const [at, { state }] of texts.entries()) states.set(state, stateNumbers * at);
  // No key has a space.
  const keys = Buffer.from(texts.map(({ key }) => key).join(" "));
  const etag = entityTag(Buffer.concat([new Uint8Array(states.buffer), keys, Buffer.from(` ${end}`)]));
  return { etag, texts, end, after: "" };
}

/** Characters that become bytes in one step. */
const pieceChars = 64 * 1024;

export function* bodyOf({ texts, end, after }: Evaluations): Steps<Buffer> {
  const pieces: Buffer[] = [];
  let piece = '{"flags":[';
  for (const [at, { text }] of texts.entries()) {
    piece += `${at > 0 ? "," : ""}${text}${end}`;
    if (piece.length < pieceChars) continue;
    pieces.push(Buffer.from(piece));
    piece = "";
    yield;
  }
  pieces.push(Buffer.from(`${piece}]${after}}`));
  return Buffer.concat(pieces);
}

/** By a flag, which outlives changes of others: what it was for somebody, by verdict. */
const members = new WeakMap<FlagSnapshot, { prepared: PreparedTarget; texts: Text[] }>();

function memberText(flag: FlagSnapshot, decider: Decider, source: Default): Text {
  const member = members.get(flag) ?? addMember(flag);
  const verdict = decider.verdictOf(flag, member.prepared);
  member.texts[verdict] ??= textOf(flag, decisionOf(flag, verdict, source));
  return member.texts[verdict];
}

function addMember(flag: FlagSnapshot) {
  const member = { prepared: preparedOf(flag), texts: [] };
  members.set(flag, member);
  return member;
}

function textOf(flag: FlagSnapshot, decision: Decision): Text {
  const { key, value, reason, variant, source, rollout } = decision;
  const said = `"key":${JSON.stringify(key)},"value":${value},"reason":"${reason}","variant":${JSON.stringify(variant)}`;
  const text = `{${said},"metadata":{"source":"${source}","rollout":${rollout}${whyOf(decision)},"environment":`;
  return { key, text, state: stateOf(decision, true), counted: countedAnswer(flag, variant) };
}
