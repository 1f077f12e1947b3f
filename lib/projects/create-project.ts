import KSUID from "ksuid";
import { v7 as uuidv7 } from "uuid";
import { projects } from "@/db/schema/projects";
import { requireTeam } from "@/lib/auth/access";
import { transaction } from "@/lib/operations/context";
import { implement } from "@/lib/operations/implement";
import { withinQuotas } from "@/lib/operations/quota";
import { evictEverywhere } from "@/lib/platform/cache/shared-cache";
import { hostLabel } from "@/lib/platform/hosts/project-host";
import { createProject } from "./contract";
import { insertFirstEnvironment } from "./first-environment";
import { slugTaken } from "./slug-taken";
import { toProject } from "./to-project";

export const handleCreateProject = implement(createProject, async (ctx, input) => {
  const team = await requireTeam(ctx, input.teamId);
  const { name, slug, description = null } = await input.fields();
  const project = await withinQuotas(ctx, [{ name: "projects", ownerId: team.id }], (within) =>
    transaction(within, async ({ db }) => {
      const [inserted] = await db
        .insert(projects)
        .values({
          id: uuidv7(),
          teamId: team.id,
          referenceId: KSUID.randomSync().string,
          name,
          slug,
          description,
        })
        .onConflictDoNothing({ target: [projects.teamId, projects.slug] })
        .returning();
      if (!inserted) throw slugTaken(slug);
      await insertFirstEnvironment(db, inserted.id);
      return inserted;
    }),
  );
  // The cache may remember that nobody has this host.
  ctx.after(() => evictEverywhere("project hosts", [hostLabel(team.referenceId, slug)]));
  return toProject(project, team.referenceId);
});
