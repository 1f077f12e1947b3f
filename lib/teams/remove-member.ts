import { and, eq, inArray } from "drizzle-orm";
import { apiKeys } from "@/db/schema/keys";
import { projects } from "@/db/schema/projects";
import { teamMembers } from "@/db/schema/teams";
import { requireTeam, requireUser } from "@/lib/auth/access";
import { holdTeam } from "@/lib/auth/hold-team";
import { forgetMember } from "@/lib/auth/known-projects";
import { revokeKeys } from "@/lib/auth/revoke-keys";
import { type Ctx, transaction } from "@/lib/operations/context";
import { implement } from "@/lib/operations/implement";
import { noteBefore } from "@/lib/operations/trail";
import { announceAccessChange } from "@/lib/platform/bus/access-changes";
import { removeMember } from "./contract";
import { requireAdminRemains, requireMember } from "./require-member";
import { voidInvitations } from "./void-invitations";

export const handleRemoveMember = implement(removeMember, async (ctx, input) => {
  const leaving = requireUser(ctx).id === input.userId;
  const need = leaving ? undefined : ({ role: "admin" } as const);
  const team = await requireTeam(ctx, input.teamId, need);
  const { userId } = await requireMember(ctx.db, team.id, input.userId);
  const asked = await input.fields();
  await transaction(ctx, async (inner) => {
    const { db } = inner;
    await holdTeam(inner, team.id, "alone");
    const { role } = await requireTeam(inner, team.id, need);
    const member = await requireMember(db, team.id, input.userId);
    await requireAdminRemains(db, team.id, member.userId);
    noteBefore(inner, member);
    await db
      .delete(teamMembers)
      .where(and(eq(teamMembers.teamId, team.id), eq(teamMembers.userId, member.userId)));
    await voidInvitations(inner, team.id, member);
    // Keys of projects are the team's: only an admin revokes those that others may rely on.
    const which = asked.revokeKeys && role === "admin" ? "all" : "personal";
    await revokeKeysOf(inner, { teamId: team.id, userId: member.userId, which });
  });
  ctx.after(() => forgetMember(team.id, userId));
  ctx.after(announceAccessChange);
  return { success: true as const };
});

type Revoked = { teamId: string; userId: string; which: "all" | "personal" };

function revokeKeysOf(ctx: Ctx, { teamId, userId, which }: Revoked): Promise<void> {
  const ofTeam = ctx.db.select({ id: projects.id }).from(projects).where(eq(projects.teamId, teamId));
  const ofPerson = and(eq(apiKeys.createdBy, userId), inArray(apiKeys.projectId, ofTeam));
  return revokeKeys(ctx, and(ofPerson, which === "personal" ? apiKeys.personal : undefined));
}
