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
  summary: "Make a code for which a command line gets the calling API key, once and within two minutes",
  access: "key",
  scope: "read",
  trail: false,
  body: z.object({
    challenge: SecretText.meta({ description: "SHA-256 of the verifier, as base64url (RFC 7636)" }),
  }),
  status: 201,
  output: z.object({ code: z.string(), expiresAt: Timestamp }).meta({ id: "KeyCode" }),
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
