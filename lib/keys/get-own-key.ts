import { eq } from "drizzle-orm";
import { teams } from "@/db/schema/teams";
import { requireProject } from "@/lib/auth/access";
import { AppError, notFound } from "@/lib/operations/errors";
import { implement } from "@/lib/operations/implement";
import { env } from "@/lib/platform/env/env";
import { publicBaseUrl } from "@/lib/projects/to-project";
import { getOwnKey } from "./contract";
import { requireShownKey } from "./require-api-key";
import { toApiKey } from "./to-api-key";

export const handleGetOwnKey = implement(getOwnKey, async (ctx, input) => {
  if (ctx.actor.kind !== "key") throw new AppError("unauthorized", "Missing API key");
  const { key } = ctx.actor;
  const project = await requireProject(ctx, { id: key.projectId });
  await input.fields();
  const [team] = await ctx.db.select({ slug: teams.slug }).from(teams).where(eq(teams.id, project.teamId));
  if (!team) throw notFound("Team");
  const { projectId: _, ...own } = toApiKey(await requireShownKey(ctx, project, key.id), project.role);
  return {
    ...{ ...own, team },
    project: {
      ...{ id: project.id, referenceId: project.referenceId, name: project.name, slug: project.slug },
    },
    addresses: {
      dashboard: `${env().appUrl}/${team.slug}/${project.slug}`,
      streams: env().wsUrl,
      public: publicBaseUrl(project.teamReferenceId, project.slug),
    },
  };
});
