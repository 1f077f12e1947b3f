import type { GenericEndpointContext } from "better-auth";
import { getOAuthState, getSessionFromCtx } from "better-auth/api";
import { retrying } from "@/db/conflict";
import { db } from "@/db/database";
import { currentAuthCall } from "./auth-call";
import { endAccess } from "./end-access";

type NewAccount = { userId: string; providerId: string };

/**
 * Before a provider's account is stored. Connecting one to an account takes the session that started it. Signing in with
 * one, to an account whose address was never verified and without a session of it, takes that account over: anybody may
 * have signed up with the address. better-auth's own adapter is asked, because a sign-up has the only connection of the
 * embedded database.
 * @returns false if the account must not be stored
 */
export async function beforeLinking(
  { userId, providerId }: NewAccount,
  context: GenericEndpointContext | null,
): Promise<false | undefined> {
  if (providerId === "credential" || !context) return undefined;
  const state = await getOAuthState();
  const session = await getSessionFromCtx(context);
  if (state?.link) return session?.session.id === state.startedBy ? undefined : false;
  const user = await context.context.internalAdapter.findUserById(userId);
  if (!user || user.emailVerified || session?.user.id === userId) return undefined;
  if (currentAuthCall()?.writes.newEmails.includes(user.email)) return undefined;
  const forget = await retrying(() =>
    db().transaction((tx) => endAccess(tx, userId, "provider verified the address")),
  );
  await forget();
  return undefined;
}
