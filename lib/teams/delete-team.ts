import { eq } from "drizzle-orm";
import { projects } from "@/db/schema/projects";
import { teams } from "@/db/schema/teams";
import { requireTeam } from "@/lib/auth/access";
import { transaction } from "@/lib/operations/context";
import { AppError } from "@/lib/operations/errors";
import { implement } from "@/lib/operations/implement";
import { noteTrail } from "@/lib/operations/trail";
import { announceAccessChange } from "@/lib/platform/bus/access-changes";
import { deleteTeam, Team } from "./contract";
import { rememberedOf } from "./forget-projects";
import { toTeam } from "./to-team";

export const handleDeleteTeam = implement(deleteTeam, async (ctx, input) => {
  const team = await requireTeam(ctx, input.teamId, { role: "admin" });
  if (team.personalOwnerId !== null) throw new AppError("conflict", "A personal team cannot be deleted");
  // Its own trail goes with it.
  noteTrail(ctx, { before: Team.parse(toTeam(team)), place: { teamId: null } });
  const forget = await transaction(ctx, async ({ db }) => {
    // The lock keeps new projects out until the team is gone, so that no host escapes the eviction.
    await db.select({ id: teams.id }).from(teams).where(eq(teams.id, team.id)).for("update");
    const held = await db
      .select({ id: projects.id, slug: projects.slug, referenceId: projects.referenceId })
      .from(projects)
      .where(eq(projects.teamId, team.id));
    const remembered = await rememberedOf(db, team.referenceId, held);
    await db.delete(teams).where(eq(teams.id, team.id));
    return remembered;
  });
  ctx.after(forget);
  ctx.after(announceAccessChange);
  return { success: true as const };
});
