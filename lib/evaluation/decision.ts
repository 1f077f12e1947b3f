import type { Reason } from "./contract";
import { given, type Valued } from "./given-value";
import { buckets, bucketsOf, isOffAs, outcomes, type Rule } from "./rollout";
import { type PreparedTarget, preparedTarget, readVerdict, type Targeting, type Verdict } from "./targeting";

/** A value as JSON: answers send it as that, and parsed it may take twenty times its memory. */
export type JsonText = string;

/** A flag of a group, or a global one, as it is remembered in order to be decided. */
export type FlagSnapshot = Rule &
  Valued<JsonText> & {
    id: string;
    key: string;
    rolloutBasisPoints: number | null;
    /** What values and variants have, as JSON. */
    valueBytes: number;
    /** Rules and prerequisites as JSON; null for none, as those of global flags are. */
    targeting?: JsonText | null;
    /** Of flags of groups. */
    groupId?: string;
  };

export type Source = "record" | "group-default" | "global";

/** What a subject gets for a flag. */
export type Decision = {
  key: string;
  /** The final decision, including the rollout. */
  enabled: boolean;
  /** Percentage, rounded where it is none. */
  rollout: number;
  source: Source;
  reason: Reason;
  value: JsonText;
  /** `on`, `off`, the key of a variant, or `override`. */
  variant: string;
  /** What the rule that decided is called. */
  rule: string | undefined;
  /** The key of the flag that the subject would need. */
  prerequisite: string | undefined;
  /** A boolean flag without targeting, whose value says nothing besides `enabled`. */
  isPlain: boolean;
};

/** What an override makes of a flag. */
export type Overridden = { rule: Rule; target: PreparedTarget; value: JsonText | undefined };

export function decisionOf(
  flag: FlagSnapshot,
  verdict: Verdict,
  source: Source,
  overridden: Overridden = { rule: flag, target: preparedOf(flag), value: undefined },
): Decision {
  const { rule: share, target } = overridden;
  const { outcome, rule, prerequisite } = readVerdict(verdict, target.targeting);
  const { value, variant } = given(flag, outcome, { instead: overridden.value, plain });
  return {
    key: flag.key,
    enabled: !isOffAs(outcome),
    rollout: rule?.percentage ?? share.rollout,
    source,
    reason: prerequisite
      ? "DISABLED"
      : outcome === outcomes.unassigned
        ? "DEFAULT"
        : rule
          ? "TARGETING_MATCH"
          : reasonOf(share, source, flag.variants !== null),
    ...{ value, variant, rule: rule?.label, prerequisite: prerequisite?.flagKey },
    isPlain: flag.values === null && !flag.targeting,
  };
}

const plain = { on: "true", off: "false" };

function reasonOf(rule: Rule, source: Source, isVaried: boolean): Reason {
  if (!rule.enabled) return "DISABLED";
  if (source === "record") return "TARGETING_MATCH";
  const many = bucketsOf(rule);
  return many > 0 && (many < buckets || isVaried) ? "SPLIT" : "STATIC";
}

/** By a flag, which outlives changes of others. */
const known = new WeakMap<FlagSnapshot, PreparedTarget>();

/** The flag as it is without overrides, ready to be asked about many subjects. */
export function preparedOf(flag: FlagSnapshot): PreparedTarget {
  const found = known.get(flag);
  if (found) return found;
  const made = preparedTarget(flag, flag.variants, targetingOf(flag));
  known.set(flag, made);
  return made;
}

export const targetingOf = ({ targeting }: FlagSnapshot): Targeting | undefined =>
  targeting ? (JSON.parse(targeting) as Targeting) : undefined;
