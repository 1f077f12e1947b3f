import { z } from "zod";

/** Pieces that contracts share, so that a rule about a kind of value is written once. */

export const Name = z
  .string({ error: "must be a text" })
  .trim()
  .min(1, { error: "must not be empty" })
  .max(200, { error: "must have at most 200 characters" });

export const Description = z
  .string({ error: "must be a text" })
  .max(5000, { error: "must have at most 5000 characters" })
  .nullable();

export const Slug = z
  .string({ error: "must be a text" })
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, {
    error: "must consist of lower-case letters and digits, with single dashes between them",
  })
  .max(54, { error: "must have at most 54 characters" });

export const Timestamp = z.iso.datetime();

/** Query of every list. */
export const listQuery = {
  limit: z
    .string()
    .regex(/^[1-9]\d{0,3}$/, { error: "must be a whole number from 1 to 1000" })
    .transform(Number)
    .refine((value) => value <= 1000, { error: "must be a whole number from 1 to 1000" })
    .optional(),
  cursor: z
    .string()
    .regex(/^[A-Za-z0-9_-]{1,200}$/, { error: "must be a cursor from a Link header" })
    .optional(),
};

export const Success = z.object({ success: z.literal(true) }).meta({ id: "Success" });
