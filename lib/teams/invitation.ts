import { randomBytes } from "node:crypto";
import { v7 as uuidv7 } from "uuid";
import type { invitations } from "@/db/schema/teams";
import { mayMail } from "@/lib/auth/address-proof";
import { stateOfInvitation, tokenHash } from "@/lib/auth/open-invitation";
import type { Ctx } from "@/lib/operations/context";
import { withIsoTimes } from "@/lib/operations/present";
import { env } from "@/lib/platform/env/env";
import { mailInvitation } from "./mail-invitation";

/** How long an invitation's link works. */
export const invitationMs = 7 * 24 * 60 * 60 * 1000;

type InvitationRow = typeof invitations.$inferSelect;

/** The secret part of an invitation's link: 256 bits from a CSPRNG, base64url. */
const invitationToken = () => randomBytes(32).toString("base64url");

/** A new link: its secret part, and what is stored of it. */
export function newLink({ now }: Pick<Ctx, "now">) {
  const token = invitationToken();
  const stored = { tokenHash: tokenHash(token), expiresAt: new Date(now().getTime() + invitationMs) };
  return { token, stored };
}

/** Mails the link where mail is allowed, and shows it: the answer works without mail, so nothing waits for that. */
export async function handOut(
  ctx: Ctx,
  row: InvitationRow,
  { token, team, by }: { token: string; team: { id: string; name: string }; by: string },
) {
  const url = `${env().appUrl}/invitations/${token}`;
  const mailed = await mayMail(ctx, team.id);
  // A mail of its own each time, because mailers leave out what they have sent already.
  const mail = { ...row, id: uuidv7() };
  if (mailed) ctx.after(() => ctx.background(() => mailInvitation(mail, { teamName: team.name, url })));
  return { ...toInvitation(row, by, ctx.now()), token, url, mailed };
}

/** An invitation as the API shows it. */
export function toInvitation(row: InvitationRow, createdBy: string | null, now: Date) {
  const { id, email, role, expiresAt, createdAt, acceptedAt, revokedAt } = row;
  return {
    ...withIsoTimes({ id, email, role, expiresAt, createdAt, acceptedAt, revokedAt }),
    state: stateOfInvitation(row, now),
    createdBy,
  };
}
