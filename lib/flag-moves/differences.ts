import { withShownValues } from "@/lib/flag-values/shown-values";
import { valuesOf } from "@/lib/flag-values/stored-values";
import type { FlagRow } from "@/lib/flags/to-flag";
import { withIsoTimes } from "@/lib/operations/present";
import { type MovedField, movedFields } from "./contract";

const read: Record<MovedField, (flag: FlagRow) => unknown> = {
  enabled: ({ enabled }) => enabled,
  // A percentage and the same in small steps are one rollout.
  rollout: ({ rollout, rolloutBasisPoints }) => rolloutBasisPoints ?? rollout * 100,
  type: ({ type }) => type,
  onValue: (flag) => valuesOf(flag).on,
  offValue: (flag) => valuesOf(flag).off,
  variants: ({ variants }) => variants,
  valueSchema: ({ valueSchema }) => valueSchema,
  name: ({ name }) => name,
  description: ({ description }) => description,
  tags: ({ tags }) => tags,
  ownerId: ({ ownerId }) => ownerId,
};

/** What two flags of one key differ in. The salt is not among it: it decides who, and stays with its flag. */
export const differencesOf = (from: FlagRow, to: FlagRow): MovedField[] =>
  movedFields.filter((field) => JSON.stringify(read[field](from)) !== JSON.stringify(read[field](to)));

/** A flag as comparisons and promotions show it. */
export const toSettings = (flag: FlagRow) => withIsoTimes(withShownValues(flag));
