import { z } from "zod";
import { errorCodes } from "./error-codes";

/** Pieces that contracts share, so that a rule about a kind of value is written only once. */

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

/** Narrows a list to the one row that the page's address names. */
export const SlugQuery = z
  .string()
  .max(54, { error: "must have at most 54 characters" })
  .meta({ description: "only the one with this slug" });

export const Timestamp = z.iso.datetime();

/** The years that the database, its driver and the API write in the same way. */
const instants = { first: 0, last: Date.parse("9999-12-31T23:59:59.999Z") };

/** When something ends, as people enter it; null means never. */
export const Expiry = z
  .union([z.iso.datetime({ offset: true }), z.iso.date()], {
    error: "must be an ISO 8601 timestamp such as 2030-01-31T12:00:00Z, or null",
  })
  .refine((text) => Date.parse(text) >= instants.first && Date.parse(text) <= instants.last, {
    error: "must lie in the years 1970 to 9999",
  })
  .nullable();

export const Success = z.object({ success: z.literal(true) }).meta({ id: "Success" });

/** Key of a flag, group, segment, environment or variant. */
export const Key = z
  .string({ error: "must be a text" })
  .regex(/^[A-Za-z0-9._-]{1,128}$/, {
    error: "must be 1 to 128 letters, digits, dots, underscores or dashes",
  })
  // URL parsers resolve such a path segment, so no client could call the flag by it.
  .refine((key) => key !== "." && key !== "..", { error: 'must not be "." or ".."' });

/** Id that a client chooses for a flag or record. */
export const ClientId = z.string({ error: "must be a text" }).regex(/^[A-Za-z0-9_-]{1,128}$/, {
  error: "must be 1 to 128 letters, digits, underscores or dashes",
});

export const Percentage = z
  .int({ error: "must be a whole number from 0 to 100" })
  .min(0, { error: "must be from 0 to 100" })
  .max(100, { error: "must be from 0 to 100" });

export const Salt = z.string().meta({
  description: "what subjects are hashed with: the flag's key at its creation, so that a rename moves nobody",
});

export const Switch = z.boolean({ error: "must be true or false" });

/** Selects an environment by its key, or else its name, in any letter case. */
export const EnvironmentSelector = z
  .string({ error: "must be the key or name of an environment" })
  .max(200, { error: "must have at most 200 characters" });

/** An object with any keys, sent out as it is. Zod's record would drop the key "__proto__", which senders may use. */
export function anyKeys<T>(values: z.ZodType<T>, description: string) {
  const { $schema: _, ...additionalProperties } = z.toJSONSchema(values);
  return z.custom<Record<string, T>>().meta({ description, type: "object", additionalProperties });
}

/** Objects with any keys, sent out as they are or as the database has them. */
export const anyObjects = (description: string) =>
  z.custom<Record<string, unknown>[]>().meta({ description, type: "array", items: anyObject });

const anyObject = { type: "object", additionalProperties: {} } as const;

/** Any value of a JSON body. `z.json()` is a schema that refers to itself, whose generated types often don't compile. */
export const JsonValue = z.custom<z.core.util.JSONType>().meta({ description: "any JSON value" });

const ErrorCode = z.enum(errorCodes).meta({
  id: "ErrorCode",
  description: "Stable name of the problem. Later versions may add codes, so handle others by their status.",
});
const Issue = z.object({ path: z.string(), message: z.string() }).meta({ id: "ErrorIssue" });

/** The body of every error. Protocols of others may add fields. */
export const ErrorBody = z
  .object({
    error: z.string().meta({ description: "what went wrong and what to do" }),
    code: ErrorCode,
    hint: z.string().optional().meta({ description: "a likely cause, or another way" }),
    requestId: z.string().meta({ description: "finds the request in the service's log" }),
    issues: z.array(Issue).optional().meta({ description: "every problem of an invalid request" }),
  })
  .meta({ id: "Error" });

/** The same where something has to be named for it. */
export const UnconfirmedBody = ErrorBody.extend({
  confirm: z
    .array(z.object({ name: z.string(), key: z.string() }))
    .meta({ description: "the protected environments that the call changes" }),
}).meta({ id: "UnconfirmedError" });
