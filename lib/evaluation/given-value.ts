import type { FlagValue } from "@/lib/flag-values/contract";
import { isOffAs, outcomes } from "./rollout";

type Pair<V> = { on: V; off: V };

/** The values of a flag. */
export type Valued<V = FlagValue> = {
  /** Null for a boolean flag. */
  values: Pair<V> | null;
  variants: { key: string; value: V; weight: number }[] | null;
};

const booleans: Pair<FlagValue> = { on: true, off: false };

/**
 * The value that belongs to an outcome, and what it is called.
 * @param instead an override's value
 */
export const givenValue = (valued: Valued, outcome: number, instead?: FlagValue | undefined) =>
  given(valued, outcome, { instead, plain: booleans });

/** The same for values of any form, with those of a boolean flag in that form. */
export function given<V>(
  { values, variants }: Valued<V>,
  outcome: number,
  { instead, plain }: { instead: V | undefined; plain: Pair<V> },
): { value: V; variant: string } {
  const { on, off } = values ?? plain;
  if (isOffAs(outcome)) return { value: off, variant: "off" };
  if (instead !== undefined) return { value: instead, variant: "override" };
  const variant = variants?.[outcome - outcomes.firstVariant];
  return variant ? { value: variant.value, variant: variant.key } : { value: on, variant: "on" };
}
