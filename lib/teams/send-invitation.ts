import { eq } from "drizzle-orm";
import { invitations } from "@/db/schema/teams";
import { requireTeam, requireUser } from "@/lib/auth/access";
import { holdTeamAsAdmin } from "@/lib/auth/hold-team";
import { countRate } from "@/lib/auth/limits";
import { type Ctx, transaction } from "@/lib/operations/context";
import { AppError, notFound } from "@/lib/operations/errors";
import { implement } from "@/lib/operations/implement";
import { noteBefore } from "@/lib/operations/trail";
import { sendInvitation } from "./contract";
import { handOut, newLink } from "./invitation";
import { requireInvitation } from "./require-invitation";

export const handleSendInvitation = implement(sendInvitation, async (ctx, input) => {
  const team = await requireTeam(ctx, input.teamId, { role: "admin" });
  const sender = requireUser(ctx);
  await requireSendable(ctx, team.id, input.invitationId);
  await input.fields();
  await countRate(ctx, "invitationsPerHour", sender.id);
  const { token, stored } = newLink(ctx);
  const row = await transaction(ctx, async (inner) => {
    await holdTeamAsAdmin(inner, team.id, "alone");
    noteBefore(inner, await requireSendable(inner, team.id, input.invitationId));
    const [sent] = await inner.db
      .update(invitations)
      // Whoever sends it knows the new link, so it ends with that person's role.
      .set({ ...stored, createdBy: sender.id })
      .where(eq(invitations.id, input.invitationId))
      .returning();
    return sent;
  });
  if (!row) throw notFound("Invitation");
  return handOut(ctx, row, { token, team, by: sender.name });
});

/** @throws {AppError} `not_found` and `conflict` */
async function requireSendable(ctx: Ctx, teamId: string, invitationId: string) {
  const invitation = await requireInvitation(ctx, teamId, invitationId);
  const problem = problems[invitation.state];
  if (problem) throw new AppError("conflict", problem);
  return invitation;
}

const problems = {
  open: undefined,
  expired: undefined,
  accepted: "This invitation was used already, so there is nothing to send again.",
  revoked: "This invitation was revoked. Invite the address again instead.",
} as const;
