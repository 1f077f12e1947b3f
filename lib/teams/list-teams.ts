import { eq, getTableColumns } from "drizzle-orm";
import { teamMembers, teams } from "@/db/schema/teams";
import { requireUser } from "@/lib/auth/access";
import { implement } from "@/lib/operations/implement";
import { byText, byTime, listOf } from "@/lib/operations/list-sql";
import { readPage } from "@/lib/operations/read-page";
import { listTeams } from "./contract";
import { toTeam } from "./to-team";

const list = listOf({
  from: teams,
  joins: [{ table: teamMembers, on: eq(teamMembers.teamId, teams.id) }],
  columns: { ...getTableColumns(teams), role: teamMembers.role },
  always: ["personalOwnerId"],
  id: teams.id,
  searched: [teams.name, teams.slug],
  sorts: { createdAt: byTime(teams.createdAt), name: byText(teams.name) },
});

export const handleListTeams = implement(listTeams, async (ctx, input) => {
  const user = requireUser(ctx);
  const asked = await input.fields();
  const where = eq(teamMembers.userId, user.id);
  return readPage(ctx.db, list, { ...asked, where }, (rows) => rows.map(toTeam));
});
