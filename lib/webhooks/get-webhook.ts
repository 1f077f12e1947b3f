import { requireProject } from "@/lib/auth/access";
import { implement } from "@/lib/operations/implement";
import { getWebhook } from "./contract";
import { requireWebhook } from "./require-webhook";
import { toWebhook } from "./to-webhook";

export const handleGetWebhook = implement(getWebhook, async (ctx, input) => {
  const project = await requireProject(ctx, { id: input.projectId });
  return toWebhook(await requireWebhook(ctx, project.id, input.webhookId), project);
});
