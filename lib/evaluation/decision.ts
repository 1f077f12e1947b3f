import { type SQL, sql } from "drizzle-orm";
import { given, type Valued } from "./given-value";
import { murmur3 } from "./murmur3";
import { buckets, bucketsOf, outcomes, type PreparedFlag, preparedFlag, type Rule } from "./rollout";

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
export type Reason = "DISABLED" | "TARGETING_MATCH" | "SPLIT" | "STATIC";

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
  /** A boolean flag, whose value says nothing besides `enabled`. */
  isPlain: boolean;
};

/** @param overridden what an override makes of the flag */
export function decisionOf(
  flag: FlagSnapshot,
  outcome: number,
  source: Source,
  overridden: { rule: Rule; value: JsonText | undefined } = { rule: flag, value: undefined },
): Decision {
  const { rule } = overridden;
  const enabled = outcome !== outcomes.off;
  const { value, variant } = given(flag, outcome, { instead: overridden.value, plain });
  const { key, variants, values } = flag;
  const reason = reasonOf(rule, source, variants !== null);
  return { key, enabled, rollout: rule.rollout, source, reason, value, variant, isPlain: values === null };
}

const plain = { on: "true", off: "false" };

function reasonOf(rule: Rule, source: Source, isVaried: boolean): Reason {
  if (!rule.enabled) return "DISABLED";
  if (source === "record") return "TARGETING_MATCH";
  const many = bucketsOf(rule);
  return many > 0 && (many < buckets || isVaried) ? "SPLIT" : "STATIC";
}

/** The flag as it is without overrides, ready to be asked about many subjects. */
export const preparedOf = (flag: FlagSnapshot): PreparedFlag => preparedFlag(flag, flag.variants);

const sources: readonly Source[] = ["record", "group-default", "global"];
const reasons: readonly Reason[] = ["DISABLED", "TARGETING_MATCH", "SPLIT", "STATIC"];

/** All that an answer says of a flag besides its key as three numbers, of which an entity tag is made. */
export type State = readonly [number, number, number];
export const stateNumbers = 3;

/** @param withReason whether the answer has the reason */
export function stateOf(
  { enabled, rollout, source, reason, isPlain, value, variant }: Decision,
  withReason: boolean,
): State {
  const why = withReason ? reasons.indexOf(reason) : 0;
  const said = ((rollout * reasons.length + why) * sources.length + sources.indexOf(source)) * 2;
  if (isPlain) return [said + Number(enabled), 0, 0];
  const text = `${variant} ${value}`;
  return [said + Number(enabled), murmur3(text) | 0, murmur3(`.${text}`) | 0];
}
