import { eq } from "drizzle-orm";
import { projects } from "@/db/schema/projects";
import { requireTeam } from "@/lib/auth/access";
import { implement } from "@/lib/operations/implement";
import { pageQuery, toPage } from "@/lib/operations/paging";
import { listProjects } from "./contract";
import { toProject } from "./to-project";

export const handleListProjects = implement(listProjects, async (ctx, input) => {
  const team = await requireTeam(ctx, input.teamId);
  const fields = await input.fields();
  const { where, orderBy, limit } = pageQuery(projects, fields, eq(projects.teamId, team.id));
  const rows = await ctx.db
    .select()
    .from(projects)
    .where(where)
    .orderBy(...orderBy)
    .limit(limit);
  return toPage(
    rows,
    fields,
    (row) => row,
    (row) => toProject(row, team.referenceId),
  );
});
