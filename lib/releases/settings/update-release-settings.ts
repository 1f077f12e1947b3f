import { laterThan } from "@/db/schema/columns";
import { releaseSettings } from "@/db/schema/releases";
import { requireProject } from "@/lib/auth/access";
import { guarded } from "@/lib/operations/if-match";
import { implement } from "@/lib/operations/implement";
import { invalid } from "@/lib/operations/read-body";
import { seal } from "@/lib/platform/secrets/seal";
import { updateReleaseSettings } from "../contract";
import { readSettings } from "./read-settings";
import { addressProblem, requireRepoUrls } from "./require-repo-urls";
import { slackSealRow, toSettings } from "./to-settings";

export const handleUpdateReleaseSettings = implement(updateReleaseSettings, async (ctx, input) => {
  const project = await requireProject(ctx, { uuid: input.projectId }, { role: "admin" });
  const { slackWebhookUrl, repoUrls, emailRecipients, ...plain } = await input.fields();
  const changes = {
    ...plain,
    ...(slackWebhookUrl !== undefined && slackFields(slackWebhookUrl, project.id)),
    ...(repoUrls && { repoUrls: requireRepoUrls(repoUrls, "repoUrls") }),
    ...(emailRecipients && { emailRecipients: distinctAddresses(emailRecipients) }),
  };
  const find = () => readSettings(ctx.db, project.id);
  const found = await find();
  const { updatedAt, projectId } = releaseSettings;
  return guarded(ctx, {
    ...{ updatedAt, found, find, show: toSettings },
    write: async (unchanged) => {
      if (Object.keys(changes).length === 0) return found;
      const first = new Date(Math.max(ctx.now().getTime(), found.updatedAt.getTime() + 1));
      const [row] = await ctx.db
        .insert(releaseSettings)
        .values({ ...found, ...changes, projectId: project.id, updatedAt: first })
        .onConflictDoUpdate({
          target: projectId,
          set: { ...changes, updatedAt: laterThan(updatedAt, ctx.now()) },
          ...(unchanged && { setWhere: unchanged }),
        })
        .returning();
      return row;
    },
  });
});

function slackFields(url: string | null, projectId: string) {
  if (url === null || url === "") return { slackWebhookUrl: null, slackTail: null };
  const message = addressProblem(url);
  if (message) throw invalid([{ path: "slackWebhookUrl", message }]);
  return { slackWebhookUrl: seal(url, slackSealRow(projectId)), slackTail: url.slice(-4) };
}

/** Each address once, whatever its letter case. */
function distinctAddresses(addresses: readonly string[]): string[] {
  return [...new Map(addresses.map((address) => [address.toLowerCase(), address])).values()];
}
