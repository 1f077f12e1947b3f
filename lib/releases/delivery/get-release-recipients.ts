import { requireProject } from "@/lib/auth/access";
import { implement } from "@/lib/operations/implement";
import { env } from "@/lib/platform/env/env";
import { readSettings } from "../settings/read-settings";
import { countSubscribers } from "../subscribers/list-subscribers";
import { getReleaseRecipients } from "./contract";
import { recipientStates } from "./recipients";

export const handleGetReleaseRecipients = implement(getReleaseRecipients, async (ctx, input) => {
  const project = await requireProject(ctx, { id: input.projectId });
  await input.fields();
  const { emailRecipients, changelog, subscriptions } = await readSettings(ctx.db, project.id);
  const states = await recipientStates(ctx.db, project, emailRecipients, ctx.now());
  return {
    recipients: emailRecipients.map((email) => ({ email, state: states.get(email) ?? ("open" as const) })),
    emailConfigured: env().mail.service !== "outbox",
    subscribers: changelog && subscriptions ? await countSubscribers(ctx.db, project.id) : 0,
  };
});
