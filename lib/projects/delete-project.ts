import { eq } from "drizzle-orm";
import { projects } from "@/db/schema/projects";
import { requireProject, requireTeam } from "@/lib/auth/access";
import { implement } from "@/lib/operations/implement";
import { noteBefore } from "@/lib/operations/trail";
import { announceAccessChange } from "@/lib/platform/bus/access-changes";
import { rememberedOf } from "@/lib/teams/forget-projects";
import { deleteProject, Project } from "./contract";
import { toProject } from "./to-project";

export const handleDeleteProject = implement(deleteProject, async (ctx, input) => {
  const team = await requireTeam(ctx, input.teamId);
  // Whatever changes anything of the project holds it, so that its rows are free once it is locked.
  const need = { role: "admin", lock: "update" } as const;
  const project = await requireProject(ctx, { id: input.projectId, teamId: team.id }, need);
  noteBefore(ctx, Project.parse(toProject(project, team.referenceId)));
  const forget = await rememberedOf(ctx.db, team.referenceId, [project]);
  await ctx.db.delete(projects).where(eq(projects.id, project.id));
  ctx.after(forget);
  ctx.after(announceAccessChange);
  return { success: true as const };
});
