import { z } from "zod";
import { AuthError, PasswordNow, SignedIn } from "@/lib/auth/contract";
import { Name, Success, Timestamp } from "@/lib/operations/fields";
import { operation } from "@/lib/operations/operation";

const tag = "Account";

export const Proof = z.object({
  password: PasswordNow.optional().meta({
    description: "the account's password; an account without one needs a sign-in of the last ten minutes",
  }),
});
const proved = { access: "session", secret: true, callsOut: true } as const;

const Code = z
  .string({ error: "must be a text" })
  .trim()
  .min(1, { error: "must not be empty" })
  .max(40, { error: "must have at most 40 characters" });
const RecoveryCodes = z.array(z.string()).meta({ description: "each works once, in place of a code" });

const twoFactor = "/api/account/two-factor";

export const prepareTwoFactor = operation({
  ...proved,
  id: "prepareTwoFactor",
  method: "POST",
  path: twoFactor,
  tag,
  summary: "Get a secret for two-factor codes and ten recovery codes, to be confirmed by a first code",
  body: Proof,
  output: z
    .object({
      uri: z.string().meta({ description: "otpauth://…, to be shown as a QR code" }),
      secret: z.string().meta({ description: "the same to be typed" }),
      recoveryCodes: RecoveryCodes,
    })
    .meta({ id: "TwoFactorSecret" }),
  errors: ["conflict", "forbidden", "rate_limited"],
  trail: false,
  errorBody: AuthError,
});
export const confirmTwoFactor = operation({
  ...proved,
  id: "confirmTwoFactor",
  method: "POST",
  path: `${twoFactor}/confirm` as const,
  tag,
  summary: "Turn two-factor codes on by a first code",
  body: z.object({ code: Code }),
  output: Success,
  errors: ["conflict", "rate_limited"],
  headers: ["Set-Cookie"],
});
export const endTwoFactor = operation({
  ...proved,
  id: "endTwoFactor",
  method: "DELETE",
  path: twoFactor,
  tag,
  summary: "Turn two-factor codes off",
  body: Proof,
  output: Success,
  errors: ["conflict", "forbidden", "rate_limited"],
});
export const renewRecoveryCodes = operation({
  ...proved,
  id: "renewRecoveryCodes",
  method: "POST",
  path: `${twoFactor}/recovery-codes` as const,
  tag,
  summary: "Get new recovery codes, and end the old ones",
  body: Proof,
  output: z.object({ recoveryCodes: RecoveryCodes }).meta({ id: "RecoveryCodes" }),
  errors: ["conflict", "forbidden", "rate_limited"],
  errorBody: AuthError,
});
export const signInTwoFactor = operation({
  id: "signInTwoFactor",
  method: "POST",
  path: "/api/auth/sign-in/two-factor",
  tag: "Accounts",
  summary: "Go on with a sign-in by a two-factor code or a recovery code",
  access: "public",
  body: z.object({ code: Code }),
  output: SignedIn,
  errors: ["unauthorized", "forbidden", "conflict", "gone", "rate_limited"],
  secret: true,
  headers: ["Set-Cookie"],
});

/** What the browser's WebAuthn is called with, and what it answers (W3C WebAuthn, JSON forms). */
const Ceremony = z.looseObject({ challenge: z.string() }).meta({ id: "PasskeyOptions" });
const Credential = z
  .looseObject({ id: z.string().max(1400), type: z.literal("public-key") })
  .meta({ id: "PasskeyResponse" });

export const Passkey = z
  .object({
    id: z.string(),
    name: z.string(),
    isSynced: z.boolean().meta({ description: "whether it is kept on more than one device" }),
    createdAt: Timestamp,
  })
  .meta({ id: "Passkey" });

const passkeys = "/api/account/passkeys";

export const listPasskeys = operation({
  id: "listPasskeys",
  method: "GET",
  path: passkeys,
  tag,
  summary: "List your passkeys",
  access: "session",
  output: z.array(Passkey),
});
export const preparePasskey = operation({
  ...proved,
  id: "preparePasskey",
  method: "POST",
  path: `${passkeys}/options` as const,
  tag,
  summary: "Begin to add a passkey: what the browser makes it with",
  body: Proof,
  output: Ceremony,
  errors: ["forbidden", "rate_limited"],
  headers: ["Set-Cookie"],
  trail: false,
  errorBody: AuthError,
});
export const addPasskey = operation({
  ...proved,
  id: "addPasskey",
  method: "POST",
  path: passkeys,
  tag,
  summary: "Add the passkey that the browser made",
  body: z.object({ name: Name, response: Credential }),
  status: 201,
  output: Passkey,
  errors: ["conflict", "unauthorized"],
});
export const renamePasskey = operation({
  id: "renamePasskey",
  method: "PUT",
  path: `${passkeys}/:passkeyId` as const,
  tag,
  summary: "Rename a passkey",
  access: "session",
  body: z.object({ name: Name.optional() }),
  output: Passkey,
});
export const removePasskey = operation({
  ...proved,
  id: "removePasskey",
  method: "DELETE",
  path: `${passkeys}/:passkeyId` as const,
  tag,
  summary: "Remove a passkey",
  body: Proof,
  output: Success,
  errors: ["conflict", "forbidden", "rate_limited"],
});
export const preparePasskeySignIn = operation({
  id: "preparePasskeySignIn",
  method: "POST",
  path: "/api/auth/sign-in/passkey/options",
  tag: "Accounts",
  summary: "Begin to sign in with a passkey: what the browser is asked",
  access: "public",
  output: Ceremony,
  errors: ["forbidden", "rate_limited"],
  secret: true,
  headers: ["Set-Cookie"],
  errorBody: AuthError,
});
export const signInPasskey = operation({
  id: "signInPasskey",
  method: "POST",
  path: "/api/auth/sign-in/passkey",
  tag: "Accounts",
  summary: "Sign in with what the passkey answered",
  access: "public",
  body: z.object({ response: Credential }),
  output: SignedIn,
  errors: ["unauthorized", "forbidden", "rate_limited"],
  secret: true,
  headers: ["Set-Cookie"],
  errorBody: AuthError,
});

const provider = "/api/account/providers/:provider";
export const connectProvider = operation({
  ...proved,
  id: "connectProvider",
  method: "POST",
  path: provider,
  tag,
  summary: "Begin to connect GitHub or Google, which then sign in to your account",
  body: Proof,
  output: z.object({ url: z.string() }),
  errors: ["not_found", "conflict", "forbidden", "rate_limited"],
  headers: ["Set-Cookie"],
  trail: false,
  errorBody: AuthError,
});
export const disconnectProvider = operation({
  ...proved,
  id: "disconnectProvider",
  method: "DELETE",
  path: provider,
  tag,
  summary: "Disconnect GitHub or Google",
  body: Proof,
  output: Success,
  errors: ["not_found", "conflict", "forbidden", "rate_limited"],
});
