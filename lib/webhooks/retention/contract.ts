import { z } from "zod";

/** What an inbox retains unless it is told otherwise, as it is specified. */
export const usualRetention = { count: 50, hours: 12 } as const;
/** What no operator can go beyond. */
export const retainedCountMax = 10_000;
export const retainedHoursMax = 30 * 24;

const count = z
  .int({ error: "must be a whole number" })
  .min(1, { error: "must be at least 1" })
  .max(retainedCountMax, { error: `must be at most ${retainedCountMax}` });
const hours = z
  .int({ error: "must be a whole number" })
  .min(1, { error: "must be at least 1" })
  .max(retainedHoursMax, { error: `must be at most ${retainedHoursMax}` });

export const GivenRetention = z.object(
  { count: count.optional(), hours: hours.optional() },
  { error: "must be an object with count and hours" },
);
export type GivenRetention = z.output<typeof GivenRetention>;

export const Retention = z
  .object({
    count: z.int().meta({ description: "how many captures are kept, the newest ones" }),
    hours: z.int().meta({ description: "for how long" }),
    countMax: z.int().meta({ description: "as many as the operator allows" }),
    hoursMax: z.int(),
  })
  .meta({ id: "Retention" });
