import { requireProject } from "@/lib/auth/access";
import { implement } from "@/lib/operations/implement";
import { requireCapture, toCapturedRequest } from "./captures";
import { getRequest } from "./contract";
import { requireWebhook } from "./require-webhook";

export const handleGetRequest = implement(getRequest, async (ctx, input) => {
  const project = await requireProject(ctx, { id: input.projectId });
  const webhook = await requireWebhook(ctx, project.id, input.webhookId);
  return toCapturedRequest(await requireCapture(ctx.db, webhook.id, input.requestId, ctx.now()));
});
