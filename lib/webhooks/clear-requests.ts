import { eq } from "drizzle-orm";
import { capturedRequests } from "@/db/schema/webhooks";
import { requireProject } from "@/lib/auth/access";
import { implement } from "@/lib/operations/implement";
import { noteTrail } from "@/lib/operations/trail";
import { clearRequests } from "./contract";
import { requireWebhook } from "./require-webhook";

export const handleClearRequests = implement(clearRequests, async (ctx, input) => {
  const project = await requireProject(ctx, { id: input.projectId });
  const { id, name } = await requireWebhook(ctx, project.id, input.webhookId);
  await ctx.db.delete(capturedRequests).where(eq(capturedRequests.webhookId, id));
  noteTrail(ctx, { before: { requests: "all" }, subject: { name } });
  return { success: true as const };
});
