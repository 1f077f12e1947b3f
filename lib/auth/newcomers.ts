import { APIError, getOAuthState } from "better-auth/api";
import { env } from "@/lib/platform/env/env";
import { currentAuthCall } from "./auth-call";
import { otherAddressCode } from "./auth-error-codes";

/** Whether a provider may bring new people: everybody, those whose sign-in was begun with an invitation, or nobody. */
export function newcomers() {
  const { signUp } = env();
  return { disableSignUp: signUp === "closed", disableImplicitSignUp: signUp === "invited" };
}

/** What a sign-in with an invitation carries to the provider and back. */
export type Joining = { requestSignUp: true; additionalData: { invitedEmail: string } };

/**
 * Before an account is made: what a provider says of somebody who was invited has to be the invited address, and
 * verified. Asks no database, because the embedded one has a transaction open.
 */
export async function requireInvitedAddress(user: { email: string; emailVerified?: boolean }): Promise<void> {
  currentAuthCall()?.writes.newEmails.push(user.email);
  const state = await getOAuthState();
  if (env().signUp !== "invited" || !state) return;
  const invited = String(state.invitedEmail ?? "");
  if (user.emailVerified && user.email.toLowerCase() === invited.toLowerCase()) return;
  throw new APIError("FORBIDDEN", {
    code: otherAddressCode,
    message: "The invitation is for another e-mail address.",
  });
}
