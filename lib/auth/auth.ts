import { betterAuth } from "better-auth";
import { drizzleAdapter } from "better-auth/adapters/drizzle";
import { v7 as uuidv7 } from "uuid";
import { db } from "@/db/database";
import { accounts, sessions, users, verifications } from "@/db/schema/auth";
import { env } from "@/lib/platform/env/env";
import { authSecret } from "@/lib/platform/secrets/auth-secret";
import { singleton } from "@/lib/platform/singleton";
import { noteProblem } from "./auth-problems";
import { beforeLinking } from "./linked-account";
import { mailPasswordReset, resetMs } from "./mail-password-reset";
import { setUpAccount } from "./new-account";
import { newcomers, requireInvitedAddress } from "./newcomers";
import { ownOrigins } from "./origin";

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
      schema: { user: users, session: sessions, account: accounts, verification: verifications },
      // Without its password an account could neither be signed in to nor be created again.
      transaction: true,
    }),
    emailAndPassword: {
      enabled: true,
      resetPasswordTokenExpiresIn: resetMs / 1000,
      sendResetPassword: ({ user, token }) => mailPasswordReset(user.email, token),
    },
    // Links in mails are like passwords: whoever reads the table must not be able to use them.
    verification: { storeIdentifier: "hashed" },
    // An account with an unverified address gives way first: `beforeLinking`.
    account: { accountLinking: { requireLocalEmailVerified: false } },
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
      ipAddress: { ipAddressHeaders: ["x-fieldkit-client-address"] },
    },
    databaseHooks: {
      account: { create: { before: beforeLinking } },
      user: {
        create: {
          before: requireInvitedAddress,
          after: async (user) => setUpAccount(db(), { id: user.id, name: user.name }),
        },
      },
    },
  });
}
