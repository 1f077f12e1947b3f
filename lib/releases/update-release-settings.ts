import { releaseSettings } from "@/db/schema/releases";
import { requireProject } from "@/lib/auth/access";
import { implement } from "@/lib/operations/implement";
import { invalid } from "@/lib/operations/read-body";
import { seal } from "@/lib/platform/secrets/seal";
import { updateReleaseSettings } from "./contract";
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
  const before = await readSettings(ctx.db, project.id);
  if (Object.keys(changes).length === 0) return toSettings(before);
  await ctx.db
    .insert(releaseSettings)
    .values({ ...before, ...changes, projectId: project.id })
    .onConflictDoUpdate({ target: releaseSettings.projectId, set: { ...changes, updatedAt: ctx.now() } });
  return toSettings(await readSettings(ctx.db, project.id));
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
