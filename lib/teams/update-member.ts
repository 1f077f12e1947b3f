import { and, eq } from "drizzle-orm";
import { teamMembers } from "@/db/schema/teams";
import { requireTeam } from "@/lib/auth/access";
import { transaction } from "@/lib/operations/context";
import { implement } from "@/lib/operations/implement";
import { updateMember } from "./contract";
import { requireAdminRemains, requireMember } from "./require-member";

export const handleUpdateMember = implement(updateMember, async (ctx, input) => {
  const team = await requireTeam(ctx, input.teamId, { role: "admin" });
  const { userId } = await requireMember(ctx.db, team.id, input.userId);
  const { role } = await input.fields();
  return transaction(ctx, async ({ db }) => {
    if (role === "member") await requireAdminRemains(db, team.id, userId);
    if (role !== undefined) {
      await db
        .update(teamMembers)
        .set({ role })
        .where(and(eq(teamMembers.teamId, team.id), eq(teamMembers.userId, userId)));
    }
    return requireMember(db, team.id, userId);
  });
});
