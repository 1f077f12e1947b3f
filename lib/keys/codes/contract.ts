import { z } from "zod";
import { Timestamp } from "@/lib/operations/fields";
import { operation } from "@/lib/operations/operation";

/** 32 bytes as base64url, as codes, verifiers and challenges are. */
const secretText = "must be 43 characters of base64url";
const SecretText = z.string({ error: secretText }).regex(/^[A-Za-z0-9_-]{43}$/, { error: secretText });

const tag = "API keys";

export const createKeyCode = operation({
  id: "createKeyCode",
  method: "POST",
  path: "/api/key/codes",
  tag,
  summary: "Create a single-use code that a command line exchanges for your API key within two minutes",
  access: "session",
  trail: false,
  body: z.object({
    apiKey: z
      .string({ error: "must be a string" })
      .max(100, { error: "must have at most 100 characters" })
      .meta({ description: "an active API key that you created" }),
    challenge: SecretText.meta({ description: "SHA-256 of the verifier, as base64url (RFC 7636)" }),
  }),
  status: 201,
  output: z.object({ code: z.string(), expiresAt: Timestamp }).meta({ id: "KeyCode" }),
  errors: ["not_found"],
  secret: true,
});

export const exchangeKeyCode = operation({
  id: "exchangeKeyCode",
  method: "POST",
  path: "/api/key/codes/exchange",
  tag,
  summary: "Get the API key for a code, once",
  access: "public",
  trail: false,
  body: z.object({ code: SecretText, verifier: SecretText }),
  output: z.object({ key: z.string() }).meta({ id: "FetchedKey" }),
  errors: ["unauthorized", "rate_limited"],
  secret: true,
});
