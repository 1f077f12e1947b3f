import { eq } from "drizzle-orm";
import { projects } from "@/db/schema/projects";
import { isUniqueViolation } from "@/db/unique-violation";
import { requireProject, requireTeam } from "@/lib/auth/access";
import { notFound } from "@/lib/operations/errors";
import { implement } from "@/lib/operations/implement";
import { evictEverywhere } from "@/lib/platform/cache/shared-cache";
import { hostLabel } from "@/lib/platform/hosts/project-host";
import { updateProject } from "./contract";
import { slugTaken } from "./slug-taken";
import { toProject } from "./to-project";

export const handleUpdateProject = implement(updateProject, async (ctx, input) => {
  const team = await requireTeam(ctx, input.teamId);
  const project = await requireProject(ctx, { uuid: input.projectId, teamId: team.id }, { role: "admin" });
  const changes = await input.fields();
  if (Object.keys(changes).length === 0) return toProject(project, team.referenceId);
  try {
    const [updated] = await ctx.db
      .update(projects)
      .set(changes)
      .where(eq(projects.id, project.id))
      .returning();
    if (!updated) throw notFound("Project");
    const labels = [project.slug, updated.slug].map((slug) => hostLabel(team.referenceId, slug));
    ctx.after(() => evictEverywhere("project hosts", labels));
    return toProject(updated, team.referenceId);
  } catch (error) {
    if (isUniqueViolation(error)) throw slugTaken(changes.slug ?? project.slug);
    throw error;
  }
});
