import type { FlagValue, FlagVariant } from "@/lib/flag-values/contract";
import { outcomes } from "./rollout";

/** The values of a flag. */
export type Valued = {
  /** Null for a boolean flag. */
  values: { on: FlagValue; off: FlagValue } | null;
  variants: FlagVariant[] | null;
};

/**
 * The value that belongs to an outcome, and what it is called.
 * @param instead an override's value
 */
export function givenValue({ values, variants }: Valued, outcome: number, instead?: FlagValue | undefined) {
  const { on, off } = values ?? plainValues;
  if (outcome === outcomes.off) return { value: off, variant: "off" };
  if (instead !== undefined) return { value: instead, variant: "override" };
  const variant = variants?.[outcome - outcomes.firstVariant];
  return variant ? { value: variant.value, variant: variant.key } : { value: on, variant: "on" };
}

const plainValues: { on: FlagValue; off: FlagValue } = { on: true, off: false };
