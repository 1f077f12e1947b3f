import { requireProject, requireTeam } from "@/lib/auth/access";
import { implement } from "@/lib/operations/implement";
import { getProject } from "./contract";
import { toProject } from "./to-project";

export const handleGetProject = implement(getProject, async (ctx, input) => {
  const team = await requireTeam(ctx, input.teamId);
  const project = await requireProject(ctx, { id: input.projectId, teamId: team.id });
  return toProject(project, team.referenceId);
});
