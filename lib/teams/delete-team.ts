import { eq } from "drizzle-orm";
import { projects } from "@/db/schema/projects";
import { teams } from "@/db/schema/teams";
import { requireTeam } from "@/lib/auth/access";
import { holdTeamAsAdmin } from "@/lib/auth/hold-team";
import { transaction } from "@/lib/operations/context";
import { AppError } from "@/lib/operations/errors";
import { implement } from "@/lib/operations/implement";
import { noteTrail } from "@/lib/operations/trail";
import { announceAccessChange } from "@/lib/platform/bus/access-changes";
import { deleteTeam, Team } from "./contract";
import { toTeam } from "./to-team";

export const handleDeleteTeam = implement(deleteTeam, async (ctx, input) => {
  const { id } = await requireTeam(ctx, input.teamId, { role: "admin" });
  await input.fields();
  await transaction(ctx, async (inner) => {
    // The lock keeps new projects out until the team is gone.
    const team = await holdTeamAsAdmin(inner, id, "ending");
    if (team.personalOwnerId !== null) throw new AppError("conflict", "A personal team cannot be deleted");
    const ofTeam = eq(projects.teamId, id);
    const [held] = await inner.db.select({ id: projects.id }).from(projects).where(ofTeam).limit(1);
    if (held) throw new AppError("conflict", "The team still has projects");
    // Its own trail goes with it.
    noteTrail(inner, { before: Team.parse(toTeam(team)), place: { teamId: null } });
    await inner.db.delete(teams).where(eq(teams.id, id));
  });
  ctx.after(announceAccessChange);
  return { success: true as const };
});
