import type { GenericEndpointContext } from "better-auth";
import { getSessionFromCtx } from "better-auth/api";
import { giveWay } from "./give-way";

type NewAccount = { userId: string; providerId: string };

/**
 * Before an identity provider's account is linked. An account whose address is not verified, and whose session did not
 * come along, may have been made by anybody, so it gives way. Its own adapter is asked, because a sign-up under way
 * holds the only connection of the embedded database.
 */
export async function beforeLinking(
  { userId, providerId }: NewAccount,
  context: GenericEndpointContext | null,
): Promise<void> {
  if (providerId === "credential" || !context) return;
  const { internalAdapter } = context.context;
  const user = await internalAdapter.findUserById(userId);
  if (!user || user.emailVerified) return;
  // A new account has no other way in, and nothing to give.
  if ((await internalAdapter.findAccounts(userId)).length === 0) return;
  const session = await getSessionFromCtx(context);
  if (session?.user.id !== userId) await giveWay(userId);
}
