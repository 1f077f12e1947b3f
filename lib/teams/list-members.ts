import { eq } from "drizzle-orm";
import { users } from "@/db/schema/auth";
import { teamMembers } from "@/db/schema/teams";
import { requireTeam } from "@/lib/auth/access";
import { implement } from "@/lib/operations/implement";
import { pageQuery, toPage } from "@/lib/operations/paging";
import { listMembers } from "./contract";

export const handleListMembers = implement(listMembers, async (ctx, input) => {
  const team = await requireTeam(ctx, input.teamId);
  const fields = await input.fields();
  const order = { createdAt: teamMembers.createdAt, id: teamMembers.userId };
  const { where, orderBy, limit } = pageQuery(order, fields, eq(teamMembers.teamId, team.id));
  const rows = await ctx.db
    .select({
      userId: teamMembers.userId,
      name: users.name,
      email: users.email,
      role: teamMembers.role,
      createdAt: teamMembers.createdAt,
    })
    .from(teamMembers)
    .innerJoin(users, eq(users.id, teamMembers.userId))
    .where(where)
    .orderBy(...orderBy)
    .limit(limit);
  return toPage(
    rows,
    fields,
    (row) => ({ createdAt: row.createdAt, id: row.userId }),
    (row) => row,
  );
});
