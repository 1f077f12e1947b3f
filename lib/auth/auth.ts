import { passkey } from "@better-auth/passkey";
import { betterAuth } from "better-auth";
import { drizzleAdapter } from "better-auth/adapters/drizzle";
import { APIError } from "better-auth/api";
import { twoFactor } from "better-auth/plugins/two-factor";
import { v7 as uuidv7 } from "uuid";
import { db } from "@/db/database";
import { accounts, passkeys, sessions, twoFactors, users, verifications } from "@/db/schema/auth";
import { env } from "@/lib/platform/env/env";
import { authSecret } from "@/lib/platform/secrets/auth-secret";
import { singleton } from "@/lib/platform/singleton";
import { noteProblem } from "./auth-problems";
import { beforeLinking } from "./linked-account";
import { setUpAccount } from "./new-account";
import { newcomers, requireInvitedAddress } from "./newcomers";
import { ownOrigins } from "./origin";
import { withoutTokens } from "./provider-tokens";
import { storedAccountHooks, storedFields, storedRowHooks } from "./stored-rows";

export const authBasePath = "/api/auth";

/** better-auth on our tables. Origins and limits are our own and checked before a request gets here. */
export function auth() {
  return singleton("better-auth", createAuth);
}

function createAuth() {
  const { github, google, appUrl } = env();
  return betterAuth({
    baseURL: appUrl,
    basePath: authBasePath,
    secret: authSecret(),
    trustedOrigins: ownOrigins(),
    database: drizzleAdapter(db(), {
      provider: "pg",
      schema: {
        ...{ user: users, session: sessions, account: accounts, verification: verifications },
        ...{ twoFactor: twoFactors, passkey: passkeys },
      },
      // Without its password an account could neither be signed in to nor be created again.
      transaction: true,
    }),
    emailAndPassword: { enabled: true },
    // A sign-in step is like a password. Reading the table must not be enough to use it.
    verification: { storeIdentifier: "hashed", additionalFields: storedFields.verification },
    // An account with an unverified address gives way first: `beforeLinking`.
    // Whoever is signed in may connect an account of theirs that has another address.
    account: { accountLinking: { requireLocalEmailVerified: false, allowDifferentEmails: true } },
    // How recent a sign-in has to be is our own rule: `requireProof`.
    session: { freshAge: 0, additionalFields: storedFields.session },
    socialProviders: {
      ...(github && { github: { ...github, ...newcomers() } }),
      ...(google && { google: { ...google, ...newcomers() } }),
    },
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    logger: { log: noteProblem },
    // Anything but a refusal goes to our own error handling, and its message to no console.
    onAPIError: { throw: true, errorURL: `${appUrl}/sign-in` },
    advanced: {
      cookiePrefix: "fieldkit",
      disableCSRFCheck: true,
      database: { generateId: () => uuidv7() },
      // The address is shortened to its network already, except a loopback address, which better-auth would store as "::".
      ipAddress: { ipAddressHeaders: ["x-fieldkit-client-address"], ipv6Subnet: 128 },
    },
    plugins: [twoFactor({ issuer: "Fieldkit" }), passkeyPlugin(appUrl)],
    databaseHooks: {
      ...storedRowHooks,
      account: {
        create: {
          before: async (account, context) =>
            (await beforeLinking(account, context)) ?? { data: withoutTokens(account) },
          after: storedAccountHooks.created,
        },
        update: {
          before: async (account) => ({ data: withoutTokens(account) }),
          after: storedAccountHooks.updated,
        },
      },
      user: {
        create: {
          before: requireInvitedAddress,
          after: async (user) => setUpAccount(db(), { id: user.id, name: user.name }),
        },
      },
    },
  });
}

/** A passkey takes the place of password and code, so that its holder has to have shown who they are. */
function passkeyPlugin(appUrl: string) {
  return passkey({
    rpID: new URL(appUrl).hostname,
    rpName: "Fieldkit",
    origin: ownOrigins(appUrl),
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
    registration: {
      afterVerification: async ({ verification }) => {
        requireVerified(verification.registrationInfo?.userVerified);
      },
    },
    authentication: {
      afterVerification: async ({ verification }) => {
        requireVerified(verification.authenticationInfo.userVerified);
      },
    },
  });
}

function requireVerified(userVerified: boolean | undefined): void {
  if (userVerified) return;
  throw new APIError("UNAUTHORIZED", { message: "The passkey did not ask who you are." });
}
