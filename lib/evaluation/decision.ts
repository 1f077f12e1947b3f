import { type SQL, sql } from "drizzle-orm";
import { type Reason, reasons } from "./contract";
import { given, type Valued } from "./given-value";
import { murmur3 } from "./murmur3";
import { buckets, bucketsOf, outcomes, type Rule } from "./rollout";
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

/** The columns of a flag besides its switch and percentage, which have other names in groups. */
export const snapshotColumns = (table: SQL) => sql`
  ${table}.salt, ${table}.rollout_basis_points as "rolloutBasisPoints", ${table}.value_bytes as "valueBytes",
  case when ${table}."values" is not null then json_build_object(
    'on', (${table}."values" -> 'on')::text, 'off', (${table}."values" -> 'off')::text) end as "values",
  case when ${table}.variants is not null then (
    select json_agg(json_build_object(
      'key', variant ->> 'key', 'value', (variant -> 'value')::text, 'weight', variant -> 'weight') order by place)
    from json_array_elements(${table}.variants) with ordinality as listed (variant, place)) end as variants`;

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
    enabled: outcome !== outcomes.off,
    rollout: rule?.percentage ?? share.rollout,
    source,
    reason: prerequisite
      ? "DISABLED"
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
  // Neither a key nor a reason has a space.
  const text = `${variant} ${reason} ${prerequisite ?? ""} ${rule === undefined ? "" : JSON.stringify(rule)} ${value}`;
  return [said + Number(enabled), murmur3(text) | 0, murmur3(`.${text}`) | 0];
}
