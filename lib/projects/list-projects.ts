import { eq, getTableColumns } from "drizzle-orm";
import { projects } from "@/db/schema/projects";
import { requireTeam } from "@/lib/auth/access";
import { implement } from "@/lib/operations/implement";
import { byText, byTime, listOf } from "@/lib/operations/list-sql";
import { readPage } from "@/lib/operations/read-page";
import { listProjects } from "./contract";
import { toProject } from "./to-project";

const list = listOf({
  from: projects,
  columns: getTableColumns(projects),
  always: ["slug"],
  id: projects.id,
  searched: [projects.name, projects.slug, projects.description],
  sorts: {
    createdAt: byTime(projects.createdAt),
    updatedAt: byTime(projects.updatedAt),
    name: byText(projects.name),
  },
});

export const handleListProjects = implement(listProjects, async (ctx, input) => {
  const team = await requireTeam(ctx, input.teamId);
  const asked = await input.fields();
  const where = eq(projects.teamId, team.id);
  return readPage(ctx.db, list, { ...asked, where }, (rows) =>
    rows.map((row) => toProject(row, team.referenceId)),
  );
});
