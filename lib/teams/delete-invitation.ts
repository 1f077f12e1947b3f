import { eq } from "drizzle-orm";
import { invitations } from "@/db/schema/teams";
import { requireTeam } from "@/lib/auth/access";
import { holdTeamAsAdmin } from "@/lib/auth/hold-team";
import { transaction } from "@/lib/operations/context";
import { notFound } from "@/lib/operations/errors";
import { implement } from "@/lib/operations/implement";
import { noteBefore } from "@/lib/operations/trail";
import { deleteInvitation } from "./contract";
import { requireInvitation } from "./require-invitation";

/** The row stays for a while, so that a team sees whom it invited and whoever has the link learns what happened. */
export const handleDeleteInvitation = implement(deleteInvitation, async (ctx, input) => {
  const team = await requireTeam(ctx, input.teamId, { role: "admin" });
  await input.fields();
  await transaction(ctx, async (inner) => {
    await holdTeamAsAdmin(inner, team.id, "alone");
    const invitation = await requireInvitation(inner, team.id, input.invitationId);
    if (invitation.state === "accepted" || invitation.state === "revoked") throw notFound("Invitation");
    noteBefore(inner, invitation);
    await inner.db.update(invitations).set({ revokedAt: ctx.now() }).where(eq(invitations.id, invitation.id));
  });
  return { success: true as const };
});
