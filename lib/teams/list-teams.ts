import { and, eq } from "drizzle-orm";
import { teamMembers, teams } from "@/db/schema/teams";
import { requireUser } from "@/lib/auth/access";
import { implement } from "@/lib/operations/implement";
import { pageQuery, toPage } from "@/lib/operations/paging";
import { listTeams } from "./contract";
import { toTeam } from "./to-team";

export const handleListTeams = implement(listTeams, async (ctx, input) => {
  const user = requireUser(ctx);
  const fields = await input.fields();
  const { where, orderBy, limit } = pageQuery({ createdAt: teams.createdAt, id: teams.id }, fields);
  const rows = await ctx.db
    .select({ team: teams, role: teamMembers.role })
    .from(teams)
    .innerJoin(teamMembers, and(eq(teamMembers.teamId, teams.id), eq(teamMembers.userId, user.id)))
    .where(where)
    .orderBy(...orderBy)
    .limit(limit);
  return toPage(
    rows,
    fields,
    ({ team }) => team,
    ({ team, role }) => toTeam({ ...team, role }),
  );
});
