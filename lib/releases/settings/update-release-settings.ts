import { eq } from "drizzle-orm";
import { laterThan } from "@/db/schema/columns";
import { releaseSettings } from "@/db/schema/releases";
import { requireProject } from "@/lib/auth/access";
import { guarded } from "@/lib/operations/if-match";
import { implement } from "@/lib/operations/implement";
import { channelColumns } from "../delivery/channels";
import { updateReleaseSettings } from "./contract";
import { readSettings } from "./read-settings";
import { requireRepoUrls } from "./require-repo-urls";
import { resealed, secretColumns } from "./secrets";
import { toSettings } from "./to-settings";
import { ownerColumns } from "./token-owners";

export const handleUpdateReleaseSettings = implement(updateReleaseSettings, async (ctx, input) => {
  const project = await requireProject(ctx, { uuid: input.projectId }, { role: "admin" });
  const { repoUrls, githubToken, gitlabToken, githubTokenOwners, gitlabTokenOwners, ...others } =
    await input.fields();
  const tokens = {
    github: { token: githubToken, owners: githubTokenOwners },
    gitlab: { token: gitlabToken, owners: gitlabTokenOwners },
  };
  const { audience, changelog, accentColor, subscriptions, ...ofChannels } = others;
  const given = {
    ...(audience && { audience }),
    ...(accentColor !== undefined && { accentColor }),
    ...(subscriptions !== undefined && { subscriptions }),
    ...(changelog !== undefined && { changelog }),
    ...(repoUrls && { repoUrls: requireRepoUrls(repoUrls, (place) => `repoUrls.${place}`) }),
    ...secretColumns("githubToken", githubToken, project.id),
    ...secretColumns("gitlabToken", gitlabToken, project.id),
    ...channelColumns(ofChannels, project.id),
  };
  const find = () => readSettings(ctx.db, project.id);
  const found = await find();
  const { updatedAt, projectId } = releaseSettings;
  return guarded(ctx, {
    ...{ updatedAt, found, find, show: toSettings },
    where: eq(projectId, project.id),
    write: async (unchanged, held) => {
      const changes = { ...given, ...ownerColumns(tokens, held, given.repoUrls ?? held.repoUrls) };
      if (Object.keys(changes).length === 0) return found;
      const first = new Date(Math.max(ctx.now().getTime(), found.updatedAt.getTime() + 1));
      const [row] = await ctx.db
        .insert(releaseSettings)
        .values({ ...found, ...changes, projectId: project.id, updatedAt: first })
        .onConflictDoUpdate({
          target: projectId,
          set: { ...resealed(found, project.id), ...changes, updatedAt: laterThan(updatedAt, ctx.now()) },
          ...(unchanged && { setWhere: unchanged }),
        })
        .returning();
      return row && { ...row, logo: found.logo };
    },
  });
});
