import { and, eq } from "drizzle-orm";
import { capturedRequests, pinnedCaptures } from "@/db/schema/webhooks";
import { requireProject } from "@/lib/auth/access";
import { implement } from "@/lib/operations/implement";
import { noteBefore } from "@/lib/operations/trail";
import { requireCapture } from "./captures";
import { deleteRequest } from "./contract";
import { requireWebhook } from "./require-webhook";

export const handleDeleteRequest = implement(deleteRequest, async (ctx, input) => {
  const project = await requireProject(ctx, { id: input.projectId });
  const webhook = await requireWebhook(ctx, project.id, input.webhookId);
  const { id, sequence, method, path, size, receivedAt } = await requireCapture(
    ctx.db,
    webhook.id,
    input.requestId,
    ctx.now(),
  );
  noteBefore(ctx, { id, sequence, method, path, size, receivedAt });
  // By id and not by slot, because the slot may already hold a newer capture.
  for (const table of [capturedRequests, pinnedCaptures]) {
    await ctx.db.delete(table).where(and(eq(table.webhookId, webhook.id), eq(table.id, id)));
  }
  return { success: true as const };
});
