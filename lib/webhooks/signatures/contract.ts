import { z } from "zod";
import { Switch } from "@/lib/operations/fields";
import { base64Prefix, hasBase64Secret, withoutPrefix } from "./base64-keys";

/** Senders that sign the time, too, so that a request cannot be sent again later. */
export const timedSchemes = ["stripe", "slack", "standard-webhooks", "svix"] as const;
/** Senders that sign no time. */
export const timelessSchemes = ["github", "shopify", "twilio"] as const;
export const schemes = [...timelessSchemes, ...timedSchemes, "hmac"] as const;
export type SchemeName = (typeof schemes)[number];

export const isTimed = (scheme: string): boolean => timedSchemes.some((each) => each === scheme);

export const algorithms = ["sha1", "sha256", "sha512"] as const;
export const encodings = ["hex", "base64"] as const;
export const toleranceDefault = 300;
const toleranceMax = 365 * 24 * 60 * 60;

const Tolerance = z
  .int({ error: `must be a whole number of seconds from 1 to ${toleranceMax}` })
  .min(1, { error: `must be from 1 to ${toleranceMax}` })
  .max(toleranceMax, { error: `must be from 1 to ${toleranceMax}` });
const Algorithm = z.enum(algorithms, { error: `must be one of ${algorithms.join(", ")}` });
const Encoding = z.enum(encodings, { error: `must be ${encodings.join(" or ")}` });

const shown = {
  secretTail: z.string().meta({ description: "how the secret ends" }),
  refuse: z.boolean().meta({ description: "whether what is not valid is answered 401 and kept apart" }),
};

/** How requests to an inbox are signed, without the secret. */
export const Signature = z
  .discriminatedUnion("scheme", [
    z.object({ scheme: z.enum(timelessSchemes), ...shown }),
    z.object({ scheme: z.enum(timedSchemes), ...shown, toleranceSeconds: z.int() }),
    z.object({
      scheme: z.literal("hmac"),
      ...shown,
      header: z.string(),
      algorithm: z.enum(algorithms),
      encoding: z.enum(encodings),
      prefix: z.string(),
    }),
  ])
  .meta({ id: "Signature" });
export type Signature = z.output<typeof Signature>;

const given = {
  // What is pasted often has a line break at its end, and no sender gives out secrets with one.
  secret: z
    .string({ error: "must be a text" })
    .trim()
    .min(1, { error: "must not be empty; leave it out to keep the one that is stored" })
    .max(500, { error: "must have at most 500 characters" })
    .optional()
    .meta({ description: "never shown again; may be left out where the scheme stays" }),
  secretTail: z
    .string({ error: "must be a text" })
    .optional()
    .meta({ description: "as it was read: which stored secret is to be kept" }),
  refuse: Switch.default(false),
};
const header = z
  .string({ error: "must be the name of a header" })
  .trim()
  .max(100, { error: "must have at most 100 characters" })
  .regex(/^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/, { error: "must be the name of a header, such as X-Signature" });
const prefix = z
  .string({ error: "must be a text" })
  .regex(/^[\x21-\x7e]*$/, { error: "must consist of visible ASCII characters" })
  .max(50, { error: "must have at most 50 characters" });

const kinds = `must be an object with the scheme (${schemes.join(", ")}) and the secret, or null`;

export const GivenSignature = z
  .discriminatedUnion(
    "scheme",
    [
      z.object({ scheme: z.enum(timelessSchemes), ...given }),
      z.object({
        scheme: z.enum(timedSchemes),
        ...given,
        toleranceSeconds: Tolerance.default(toleranceDefault),
      }),
      z.object({
        scheme: z.literal("hmac"),
        ...given,
        header,
        algorithm: Algorithm.default("sha256"),
        encoding: Encoding.default("hex"),
        prefix: prefix.default(""),
      }),
    ],
    { error: kinds },
  )
  .superRefine(({ scheme, secret }, context) => {
    if (secret === undefined || !hasBase64Secret(scheme)) return;
    if (/^[A-Za-z0-9+/]{2,}={0,2}$/.test(withoutPrefix(secret))) return;
    context.addIssue({
      code: "custom",
      path: ["secret"],
      message: `must be base64, with or without ${base64Prefix} before it`,
    });
  })
  .nullable();
export type GivenSignature = z.output<typeof GivenSignature>;

export const verdicts = ["valid", "wrong", "late", "missing", "unchecked"] as const;
export type Verdict = (typeof verdicts)[number];

/** What became of a request's signature when it was captured. */
export const CaptureSignature = z
  .object({
    verdict: z.enum(verdicts).meta({
      description:
        "`late`: it fits, and was made too long ago; `unchecked`: the stored secret can no longer be read",
    }),
    detail: z.string().meta({ description: "why, for people" }),
    refused: z.boolean().meta({ description: "whether the sender was answered 401" }),
  })
  .meta({ id: "CaptureSignature" });
export type CaptureSignature = z.output<typeof CaptureSignature>;
