import { and, eq } from "drizzle-orm";
import { teamMembers } from "@/db/schema/teams";
import { requireTeam } from "@/lib/auth/access";
import { holdTeamAsAdmin } from "@/lib/auth/hold-team";
import { forgetMember } from "@/lib/auth/known-projects";
import { transaction } from "@/lib/operations/context";
import { implement } from "@/lib/operations/implement";
import { noteBefore } from "@/lib/operations/trail";
import { updateMember } from "./contract";
import { requireAdminRemains, requireMember } from "./require-member";
import { voidInvitations } from "./void-invitations";

export const handleUpdateMember = implement(updateMember, async (ctx, input) => {
  const team = await requireTeam(ctx, input.teamId, { role: "admin" });
  await requireMember(ctx.db, team.id, input.userId);
  const { role } = await input.fields();
  return transaction(ctx, async (inner) => {
    const { db } = inner;
    await holdTeamAsAdmin(inner, team.id, "alone");
    const member = await requireMember(db, team.id, input.userId);
    noteBefore(inner, member);
    if (role === undefined || role === member.role) return member;
    if (role === "member") {
      await requireAdminRemains(db, team.id, member.userId);
      await voidInvitations(inner, team.id, member);
    }
    await db
      .update(teamMembers)
      .set({ role })
      .where(and(eq(teamMembers.teamId, team.id), eq(teamMembers.userId, member.userId)));
    ctx.after(() => forgetMember(team.id, member.userId));
    return requireMember(db, team.id, member.userId);
  });
});
