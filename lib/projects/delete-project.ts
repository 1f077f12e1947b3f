import { eq } from "drizzle-orm";
import { projects } from "@/db/schema/projects";
import { requireProject, requireTeam } from "@/lib/auth/access";
import { transaction } from "@/lib/operations/context";
import { notFound } from "@/lib/operations/errors";
import { implement } from "@/lib/operations/implement";
import { noteBefore } from "@/lib/operations/trail";
import { announceAccessChange } from "@/lib/platform/bus/access-changes";
import { rememberedOf } from "@/lib/teams/forget-projects";
import { deleteProject, Project } from "./contract";
import { toProject } from "./to-project";

export const handleDeleteProject = implement(deleteProject, async (ctx, input) => {
  const team = await requireTeam(ctx, input.teamId);
  const project = await requireProject(ctx, { uuid: input.projectId, teamId: team.id }, { role: "admin" });
  const { id } = project;
  noteBefore(ctx, Project.parse(toProject(project, team.referenceId)));
  const forget = await transaction(ctx, async ({ db }) => {
    const held = await db
      .select({ id: projects.id, slug: projects.slug, referenceId: projects.referenceId })
      .from(projects)
      .where(eq(projects.id, id))
      .for("update");
    if (held.length === 0) throw notFound("Project");
    const remembered = await rememberedOf(db, team.referenceId, held);
    await db.delete(projects).where(eq(projects.id, id));
    return remembered;
  });
  ctx.after(forget);
  ctx.after(announceAccessChange);
  return { success: true as const };
});
