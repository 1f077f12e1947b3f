import { eq } from "drizzle-orm";
import { projects } from "@/db/schema/projects";
import { isUniqueViolation } from "@/db/unique-violation";
import { requireProject, requireTeam } from "@/lib/auth/access";
import { forgetProjects } from "@/lib/auth/known-projects";
import { changeRow } from "@/lib/operations/if-match";
import { implement } from "@/lib/operations/implement";
import { evictEverywhere } from "@/lib/platform/cache/shared-cache";
import { hostLabel } from "@/lib/platform/hosts/project-host";
import { updateProject } from "./contract";
import { slugTaken } from "./slug-taken";
import { toProject } from "./to-project";

export const handleUpdateProject = implement(updateProject, async (ctx, input) => {
  const team = await requireTeam(ctx, input.teamId);
  const find = () => requireProject(ctx, { uuid: input.projectId, teamId: team.id }, { role: "admin" });
  const found = await find();
  const changes = await input.fields();
  try {
    return await changeRow(ctx, projects, {
      ...{ found, find, changes },
      where: eq(projects.id, found.id),
      show: (row) => toProject(row, team.referenceId),
      after: async ({ slug }) => {
        await forgetProjects([found]);
        await evictEverywhere(
          "project hosts",
          [found.slug, slug].map((each) => hostLabel(team.referenceId, each)),
        );
      },
    });
  } catch (error) {
    if (isUniqueViolation(error)) throw slugTaken(changes.slug ?? found.slug);
    throw error;
  }
});
