import type { AuditEntry } from "@/components/audit/entry-words";
import { variantLines } from "@/components/flags/value-text";
import { percentageOf } from "@/lib/evaluation/rollout";
import { roundedPercentage } from "@/lib/flag-values/contract";

type Fields = NonNullable<AuditEntry["before"]>;
type Changed = Pick<AuditEntry, "before" | "after" | "subjectKind">;

const percentName = (kind: AuditEntry["subjectKind"]) =>
  kind === "groupFlag" ? "defaultPercentage" : "rollout";

/**
 * An entry whose rollouts are complete. Of a change from 33 % to 33.33 % the trail keeps the hundredths alone, because the
 * whole percentage is the same; without it nobody could go back to 33 %.
 */
export function withWholePercents<E extends Changed>(entry: E): E {
  const name = percentName(entry.subjectKind);
  const { before, after } = entry;
  if (!before || !after || name in before || name in after) return entry;
  const hundredths = before.rolloutBasisPoints ?? after.rolloutBasisPoints;
  if (typeof hundredths !== "number") return entry;
  const whole = { [name]: roundedPercentage(hundredths) };
  return { ...entry, before: { ...before, ...whole }, after: { ...after, ...whole } };
}

/** An entry's fields as people read them: a rollout is one percentage, and variants are a line each. */
export function shownFields(entry: Changed): { before: Fields | null; after: Fields | null } {
  const { before, after, subjectKind } = withWholePercents(entry);
  const name = percentName(subjectKind);
  return { before: before && inWords(before, name), after: after && inWords(after, name) };
}

function inWords({ rolloutBasisPoints, ...fields }: Fields, name: string): Fields {
  const whole = fields[name];
  const percents = typeof whole === "number" && {
    [name]: `${percentageOf({ rollout: whole, rolloutBasisPoints: numberOrNull(rolloutBasisPoints) })} %`,
  };
  const variants = Array.isArray(fields.variants) && { variants: variantLines(fields.variants) };
  return { ...(fields.type === "boolean" ? withoutValues(fields) : fields), ...percents, ...variants };
}

/** The values of a boolean flag are always the same. */
function withoutValues(all: Fields): Fields {
  const { onValue, offValue, variants, valueSchema, ...fields } = all;
  return fields;
}

const numberOrNull = (value: unknown) => (typeof value === "number" ? value : null);
