import { and, eq } from "drizzle-orm";
import { users } from "@/db/schema/auth";
import { teamMembers } from "@/db/schema/teams";
import { requireTeam } from "@/lib/auth/access";
import { implement } from "@/lib/operations/implement";
import { byText, byTime, listOf } from "@/lib/operations/list-sql";
import { withIsoTimes } from "@/lib/operations/present";
import { readPage } from "@/lib/operations/read-page";
import { listMembers } from "./contract";
import { memberColumns } from "./require-member";

const { userId, teamId, createdAt } = teamMembers;

const list = listOf({
  from: teamMembers,
  joins: [{ table: users, on: eq(users.id, userId) }],
  columns: memberColumns,
  id: userId,
  idField: "userId",
  searched: [users.name, users.email],
  sorts: { createdAt: byTime(createdAt), name: byText(users.name), email: byText(users.email) },
});

export const handleListMembers = implement(listMembers, async (ctx, input) => {
  const team = await requireTeam(ctx, input.teamId);
  const { role, ...asked } = await input.fields();
  const where = and(eq(teamId, team.id), role && eq(teamMembers.role, role));
  return readPage(ctx.db, list, { ...asked, where }, (rows) => rows.map(withIsoTimes));
});
