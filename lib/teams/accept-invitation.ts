import { eq } from "drizzle-orm";
import { invitations, teamMembers } from "@/db/schema/teams";
import { requireTeam, requireUser } from "@/lib/auth/access";
import { holdTeam } from "@/lib/auth/hold-team";
import { forgetMember } from "@/lib/auth/known-projects";
import { requireAddressee, requireOpenInvitation } from "@/lib/auth/open-invitation";
import { transaction } from "@/lib/operations/context";
import { implement } from "@/lib/operations/implement";
import { withinQuotas } from "@/lib/operations/quota";
import { noteTrail } from "@/lib/operations/trail";
import { acceptInvitation } from "./contract";
import { toTeam } from "./to-team";

export const handleAcceptInvitation = implement(acceptInvitation, async (ctx, input) => {
  const user = requireUser(ctx);
  await input.fields();
  const { teamId } = await requireOpenInvitation(ctx, input.token);
  return transaction(ctx, async (inner) => {
    // First the team, as where members are removed, whose invitations end with that.
    await holdTeam(inner, teamId, "alone");
    const { id, email, role } = await requireOpenInvitation(inner, input.token);
    requireAddressee(email, user.email);
    noteTrail(inner, { place: { teamId }, subject: { id, name: email }, after: { email, role } });
    await inner.db.update(invitations).set({ acceptedAt: ctx.now() }).where(eq(invitations.id, id));
    // Somebody who is a member already keeps their role.
    await withinQuotas(inner, [{ name: "members", ownerId: teamId }], ({ db }) =>
      db.insert(teamMembers).values({ teamId, userId: user.id, role }).onConflictDoNothing(),
    );
    ctx.after(() => forgetMember(teamId, user.id));
    return toTeam(await requireTeam(inner, teamId));
  });
});
