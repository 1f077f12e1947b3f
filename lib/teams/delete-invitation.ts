import { and, eq, isNull } from "drizzle-orm";
import { invitations } from "@/db/schema/teams";
import { requireTeam } from "@/lib/auth/access";
import { notFound } from "@/lib/operations/errors";
import { isGuid } from "@/lib/operations/ids";
import { implement } from "@/lib/operations/implement";
import { noteBefore } from "@/lib/operations/trail";
import { deleteInvitation } from "./contract";

export const handleDeleteInvitation = implement(deleteInvitation, async (ctx, input) => {
  const team = await requireTeam(ctx, input.teamId, { role: "admin" });
  if (!isGuid(input.invitationId)) throw notFound("Invitation");
  const [deleted] = await ctx.db
    .delete(invitations)
    .where(
      and(
        eq(invitations.id, input.invitationId),
        eq(invitations.teamId, team.id),
        isNull(invitations.acceptedAt),
      ),
    )
    .returning({ email: invitations.email, role: invitations.role });
  if (!deleted) throw notFound("Invitation");
  noteBefore(ctx, deleted);
  return { success: true as const };
});
