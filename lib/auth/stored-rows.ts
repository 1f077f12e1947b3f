import type { GenericEndpointContext } from "better-auth";
import { z } from "zod";
import { type AuthWrites, currentAuthCall } from "./auth-call";
import { signInMethodOf } from "./sign-in-method";

/** better-auth's hooks that fill the columns it doesn't know, and tell the current call what was stored. */
export const storedRowHooks = {
  session: {
    create: {
      before: async (session: object, context: GenericEndpointContext | null) => ({
        data: { ...session, method: signInMethodOf(context) ?? null },
      }),
      after: async ({ id, userId }: AuthWrites["sessions"][number]) => {
        currentAuthCall()?.writes.sessions.push({ id, userId });
      },
    },
  },
  verification: {
    create: {
      before: async (verification: { value: string }) => ({
        data: { ...verification, userId: ownerOf(verification.value) ?? null },
      }),
      after: async ({ id }: { id: string }) => {
        currentAuthCall()?.writes.verifications.push(id);
      },
    },
  },
};

/** better-auth stores a provider's account when it is connected, and again at each sign-in with it. */
export const storedAccountHooks = {
  created: async ({ id, userId, providerId }: AuthWrites["accounts"][number]) => {
    currentAuthCall()?.writes.accounts.push({ id, userId, providerId });
    currentAuthCall()?.writes.usedAccounts.push(id);
  },
  updated: async (account: { id: string } | null) => {
    if (account) currentAuthCall()?.writes.usedAccounts.push(account.id);
  },
};

/** The columns that better-auth has to pass on. No caller may set them. */
export const storedFields = {
  session: { method: { type: "string", required: false, input: false, returned: false } },
  verification: { userId: { type: "string", required: false, input: false } },
} as const;

const Owned = z.union([
  z.object({ link: z.object({ userId: z.guid() }) }).transform(({ link }) => link.userId),
  z.object({ userData: z.object({ id: z.guid() }) }).transform(({ userData }) => userData.id),
]);

/** Whose sign-in step, connection or registration it is: better-auth stores the account's ID as the value or in it. */
function ownerOf(value: string): string | undefined {
  if (z.guid().safeParse(value).success) return value;
  if (!value.startsWith("{")) return undefined;
  return Owned.safeParse(JSON.parse(value)).data;
}
