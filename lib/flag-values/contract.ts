import { z } from "zod";
import { Key } from "@/lib/operations/fields";

/** What flags of groups, global flags and overrides share: rollouts in small steps, types, values and variants. */

export const flagTypes = ["boolean", "string", "number", "object"] as const;
export type FlagType = (typeof flagTypes)[number];
export type FlagValue = boolean | string | number | Record<string, unknown>;
export type FlagVariant = { key: string; value: FlagValue; weight: number };

export const valueBytesMax = 8 * 1024;
export const variantsMax = 20;
/** Weights are percentages with two decimals at most: hundredths of a percent are what subjects are told apart by. */
export const weightStep = 100;

const bytesOf = (value: unknown) => new TextEncoder().encode(JSON.stringify(value)).length;

export const Value = z
  .union([z.boolean(), z.string(), z.number(), z.record(z.string(), z.unknown())], {
    error: "must be a boolean, a text, a number or an object",
  })
  .refine((value) => bytesOf(value) <= valueBytesMax, {
    error: `must have at most ${valueBytesMax} bytes as JSON`,
  });

/** Why a value is none of the type, or undefined if it is. */
export function typeProblem(value: unknown, type: FlagType): string | undefined {
  return typeof value === type ? undefined : `must be ${withArticle[type]}, as the flag's type says`;
}

const withArticle = {
  boolean: "a boolean",
  string: "a text",
  number: "a number",
  object: "an object",
} as const;

/** A value as answers have it. */
export const ShownValue = z.custom<FlagValue>().meta({
  id: "FlagValue",
  anyOf: [{ type: "boolean" }, { type: "string" }, { type: "number" }, { type: "object" }],
});

export const Type = z
  .enum(flagTypes, { error: "must be boolean, string, number or object" })
  .meta({ id: "FlagType" });

export const BasisPoints = z
  .int({ error: "must be a whole number from 0 to 10000" })
  .min(0, { error: "must be from 0 to 10000" })
  .max(10_000, { error: "must be from 0 to 10000" });

const exactMessage = "must be a percentage from 0 to 100 with two decimals at most";
export const ExactPercentage = z
  .number({ error: exactMessage })
  .min(0, { error: exactMessage })
  .max(100, { error: exactMessage })
  .refine((share) => Math.abs(share * weightStep - Math.round(share * weightStep)) < 1e-9, {
    error: exactMessage,
  });

/** What answers call those that get no variant of the flag's own. */
const reserved = ["off", "override"];

const Variant = z
  .object({
    key: Key.refine((key) => !reserved.includes(key), {
      error: "must be another word: off and override mean something else",
    }),
    value: Value,
    weight: ExactPercentage,
  })
  .meta({ id: "FlagVariantInput" });

/** The place of a weight in hundredths of a percent. */
export const stepsOf = (weight: number) => Math.round(weight * weightStep);

const sumOf = (variants: readonly { weight: number }[]) =>
  variants.reduce((sum, { weight }) => sum + stepsOf(weight), 0);

export const Variants = z
  .array(Variant, { error: "must be a list of variants, or null" })
  .min(1, { error: "must have a variant, or be null" })
  .max(variantsMax, { error: `must have at most ${variantsMax} variants` })
  .refine((variants) => new Set(variants.map(({ key }) => key)).size === variants.length, {
    error: "must have keys that differ",
  })
  .refine((variants) => variants.length === 0 || sumOf(variants) === 100 * weightStep, {
    error: ({ input }) =>
      `must have weights that sum to 100, not to ${sumOf(input as { weight: number }[]) / weightStep}`,
  })
  .nullable();

/** A JSON Schema that the values of a flag have to satisfy; what makes it one is checked where it is stored. */
const ValueSchema = z
  .record(z.string(), z.unknown(), { error: "must be a JSON Schema, which is an object, or null" })
  .refine((schema) => bytesOf(schema) <= valueBytesMax, {
    error: `must have at most ${valueBytesMax} bytes as JSON`,
  })
  .nullable()
  .meta({
    description:
      "of values of the type `object`, in draft 2020-12 or what `$schema` says of 2019-09, draft-07 and draft-04; null takes it away",
  });

/** The fields of a flag's values, in requests. */
export const valueFields = {
  onValue: Value.optional(),
  offValue: Value.optional(),
  variants: Variants.optional(),
  valueSchema: ValueSchema.optional(),
};

/** An override's value; null means the flag's own. */
export const OverrideValue = Value.nullable();

export const ShownVariant = z
  .object({ key: z.string(), value: ShownValue, weight: z.number() })
  .meta({ id: "FlagVariant" });

/** The same in answers, with the rollout in small steps. */
export const shownFields = {
  rolloutBasisPoints: z.int().nullable().meta({
    description: "the rollout in hundredths of a percent; null where the whole percentage says it",
  }),
  type: Type.meta({ description: "of its values; it cannot be changed" }),
  onValue: ShownValue,
  offValue: ShownValue,
  variants: z.array(ShownVariant).nullable().meta({
    description:
      "those whom the flag is on for get one of these instead of `onValue`, by weights that sum to 100",
  }),
  valueSchema: z
    .custom<Record<string, unknown>>()
    .meta({
      description: "the JSON Schema that values of a flag of the type `object` have to satisfy; null: none",
      ...{ type: "object", additionalProperties: {} },
    })
    .nullable(),
};

/** How an answer calls a value of a flag that is no plain boolean. */
export const VariantName = z.string().meta({
  description:
    "`on`, `off`, the key of a variant, or `override`; absent with `value` for plain boolean flags",
});

export const roundedPercentage = (basisPoints: number) => Math.round(basisPoints / 100);
