import { requireProject } from "@/lib/auth/access";
import { download } from "@/lib/operations/answer";
import { implement } from "@/lib/operations/implement";
import { requireCapture } from "./captures";
import { getRequestBody } from "./contract";
import { requireWebhook } from "./require-webhook";

export const handleGetRequestBody = implement(getRequestBody, async (ctx, input) => {
  const project = await requireProject(ctx, { id: input.projectId });
  const webhook = await requireWebhook(ctx, project.id, input.webhookId);
  const { id, body } = await requireCapture(ctx.db, webhook.id, input.requestId, ctx.now());
  return download(`${id}.bin`, "application/octet-stream", body);
});
