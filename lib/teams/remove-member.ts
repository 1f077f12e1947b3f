import { and, eq } from "drizzle-orm";
import { teamMembers } from "@/db/schema/teams";
import { requireTeam, requireUser } from "@/lib/auth/access";
import { transaction } from "@/lib/operations/context";
import { implement } from "@/lib/operations/implement";
import { announceAccessChange } from "@/lib/platform/bus/access-changes";
import { removeMember } from "./contract";
import { requireAdminRemains, requireMember } from "./require-member";

export const handleRemoveMember = implement(removeMember, async (ctx, input) => {
  const leaving = requireUser(ctx).id === input.userId;
  const team = await requireTeam(ctx, input.teamId, leaving ? undefined : { role: "admin" });
  const { userId } = await requireMember(ctx.db, team.id, input.userId);
  await transaction(ctx, async ({ db }) => {
    await requireAdminRemains(db, team.id, userId);
    await db.delete(teamMembers).where(and(eq(teamMembers.teamId, team.id), eq(teamMembers.userId, userId)));
  });
  ctx.after(announceAccessChange);
  return { success: true as const };
});
