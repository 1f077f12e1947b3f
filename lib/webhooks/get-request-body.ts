import { requireProject } from "@/lib/auth/access";
import { Answer } from "@/lib/operations/answer";
import { implement } from "@/lib/operations/implement";
import { requireCapture } from "./captures";
import { getRequestBody } from "./contract";
import { requireWebhook } from "./require-webhook";

/** The bytes go out as a download: what a stranger sent must not be a page of ours. */
export const handleGetRequestBody = implement(getRequestBody, async (ctx, input) => {
  const project = await requireProject(ctx, { uuid: input.projectId });
  const webhook = await requireWebhook(ctx, project.id, input.webhookId);
  const { id, body } = await requireCapture(ctx.db, webhook.id, input.requestId, ctx.now());
  return new Answer(
    200,
    {
      "content-type": "application/octet-stream",
      "content-length": String(body.byteLength),
      "content-disposition": `attachment; filename="${id}.bin"`,
      "content-security-policy": "sandbox",
      "x-content-type-options": "nosniff",
    },
    body,
  );
});
