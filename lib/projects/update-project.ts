import { projects } from "@/db/schema/projects";
import { requireProject, requireTeam } from "@/lib/auth/access";
import { forgetProjects } from "@/lib/auth/known-projects";
import { changeRow } from "@/lib/operations/change-row";
import { implement } from "@/lib/operations/implement";
import { evictEverywhere } from "@/lib/platform/cache/shared-cache";
import { hostLabel } from "@/lib/platform/hosts/project-host";
import { updateProject } from "./contract";
import { slugTaken } from "./slug-taken";
import { toProject } from "./to-project";

export const handleUpdateProject = implement(updateProject, (ctx, { teamId, projectId, fields }) =>
  changeRow(ctx, projects, {
    fields,
    find: async (inner) => {
      const team = await requireTeam(inner, teamId);
      const place = { id: projectId, teamId: team.id };
      return requireProject(inner, place, { role: "admin", lock: "update" });
    },
    change: (_, changes) => changes,
    taken: ({ slug }) => slugTaken(slug),
    show: (row) => toProject(row, row.teamReferenceId),
    after: async (row, before) => {
      await forgetProjects([before]);
      await evictEverywhere(
        "project hosts",
        [before.slug, row.slug].map((slug) => hostLabel(row.teamReferenceId, slug)),
      );
    },
  }),
);
