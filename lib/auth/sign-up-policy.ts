import type { Ctx } from "@/lib/operations/context";
import { AppError } from "@/lib/operations/errors";
import { env } from "@/lib/platform/env/env";
import type { Joining } from "./newcomers";
import { requireAddressee, requireOpenInvitation } from "./open-invitation";

type Newcomer = { email: string; invitation?: string | undefined };

/**
 * Checks that this installation takes the person in. The invitation is used up when they accept it, and not by this.
 * @throws {AppError} `forbidden`, `not_found` and `gone`
 */
export async function requireMayJoin(ctx: Ctx, { email, invitation }: Newcomer): Promise<void> {
  const { signUp } = env();
  if (signUp === "open") return;
  if (signUp === "closed") {
    throw new AppError(
      "forbidden",
      "Nobody can sign up here. Ask whoever runs this Fieldkit for an account.",
    );
  }
  if (!invitation) {
    throw new AppError(
      "forbidden",
      "A new account needs an invitation. Ask an admin of a team for one, and open its link.",
    );
  }
  const { email: invited } = await requireOpenInvitation(ctx, invitation);
  requireAddressee(invited, email);
}

/** The same for somebody who comes through a provider, whose address is known only when they are back. */
export async function joiningByProvider(
  ctx: Ctx,
  invitation: string | undefined,
): Promise<Joining | undefined> {
  if (env().signUp !== "invited" || !invitation) return undefined;
  const { email: invitedEmail } = await requireOpenInvitation(ctx, invitation);
  return { requestSignUp: true, additionalData: { invitedEmail } };
}
