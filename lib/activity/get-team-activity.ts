import { and, eq, inArray } from "drizzle-orm";
import { projects } from "@/db/schema/projects";
import { requireTeam } from "@/lib/auth/access";
import { implement } from "@/lib/operations/implement";
import { readTraffic } from "@/lib/projects/traffic/read-traffic";
import { getTeamActivity } from "./contract";
import { totalsOf } from "./get-project-activity";

export const handleGetTeamActivity = implement(getTeamActivity, async (ctx, input) => {
  const team = await requireTeam(ctx, input.teamId);
  const { projectIds = [] } = await input.fields();
  const asked = projectIds.map((id) => id.toLowerCase());
  const own = await ctx.db
    .select({ id: projects.id })
    .from(projects)
    .where(and(eq(projects.teamId, team.id), inArray(projects.id, asked)));
  const traffic = await readTraffic(
    ctx.db,
    own.map(({ id }) => id),
    ctx.now(),
  );
  return [...traffic].map(([projectId, hours]) => ({
    projectId,
    totals: totalsOf(hours),
    requests: hours.map(({ mocks, captures, checks }) => mocks + captures + checks),
  }));
});
