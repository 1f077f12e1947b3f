import { randomBytes } from "node:crypto";
import type { invitations } from "@/db/schema/teams";
import { mayMail } from "@/lib/auth/address-proof";
import type { EmailStatus } from "@/lib/auth/emails/contract";
import { dropEmails, noteUnverified, queueEmail } from "@/lib/auth/emails/queue-email";
import { invitationTopic } from "@/lib/auth/emails/topics";
import { stateOfInvitation, tokenHash } from "@/lib/auth/open-invitation";
import type { Ctx } from "@/lib/operations/context";
import { withIsoTimes } from "@/lib/operations/present";
import { env } from "@/lib/platform/env/env";
import { invitationMail } from "./mail-invitation";

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

/** Emails the link if the sender can send email, and returns it, because the link also works without an email. */
export async function handOut(
  ctx: Ctx,
  row: InvitationRow,
  { token, team, by }: { token: string; team: { id: string; name: string }; by: string },
) {
  const url = `${env().appUrl}/invitations/${token}`;
  const topic = invitationTopic(row.id);
  // The link of an earlier email doesn't work anymore.
  await dropEmails(ctx.db, topic);
  const mail = { topic, mail: invitationMail(row, { teamName: team.name, url }), lastsMs: invitationMs };
  const email = (await mayMail(ctx, team.id))
    ? await queueEmail(ctx, mail)
    : await noteUnverified(ctx.db, mail);
  return { ...toInvitation(row, { by, email }, ctx.now()), token, url, mailed: email.state === "queued" };
}

/** An invitation as the API shows it. */
export function toInvitation(
  row: InvitationRow,
  { by: createdBy, email: emailStatus }: { by: string | null; email: EmailStatus | null },
  now: Date,
) {
  const { id, email, role, expiresAt, createdAt, acceptedAt, revokedAt } = row;
  return {
    ...withIsoTimes({ id, email, role, expiresAt, createdAt, acceptedAt, revokedAt }),
    state: stateOfInvitation(row, now),
    createdBy,
    emailStatus,
  };
}
