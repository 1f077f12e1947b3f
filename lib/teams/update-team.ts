import { eq } from "drizzle-orm";
import { teams } from "@/db/schema/teams";
import { isUniqueViolation } from "@/db/unique-violation";
import { requireTeam } from "@/lib/auth/access";
import { notFound } from "@/lib/operations/errors";
import { implement } from "@/lib/operations/implement";
import { updateTeam } from "./contract";
import { slugTaken } from "./slug-taken";
import { toTeam } from "./to-team";

export const handleUpdateTeam = implement(updateTeam, async (ctx, input) => {
  const team = await requireTeam(ctx, input.teamId, { role: "admin" });
  const changes = await input.fields();
  if (Object.keys(changes).length === 0) return toTeam(team);
  try {
    const [updated] = await ctx.db.update(teams).set(changes).where(eq(teams.id, team.id)).returning();
    if (!updated) throw notFound("Team");
    return toTeam({ ...updated, role: team.role });
  } catch (error) {
    if (isUniqueViolation(error)) throw slugTaken(changes.slug ?? team.slug);
    throw error;
  }
});
