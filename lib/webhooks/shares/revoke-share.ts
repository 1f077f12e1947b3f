import { and, eq } from "drizzle-orm";
import { sharedCaptures } from "@/db/schema/webhooks";
import { requireProject } from "@/lib/auth/access";
import { notFound } from "@/lib/operations/errors";
import { isGuid } from "@/lib/operations/ids";
import { implement } from "@/lib/operations/implement";
import { noteTrail } from "@/lib/operations/trail";
import { requireWebhook } from "@/lib/webhooks/require-webhook";
import { revokeShare } from "./contract";
import { toShare } from "./shares";

export const handleRevokeShare = implement(revokeShare, async (ctx, input) => {
  const project = await requireProject(ctx, { id: input.projectId });
  const webhook = await requireWebhook(ctx, project.id, input.webhookId);
  await input.fields();
  const { id, webhookId, requestId, sequence, method, target, masked } = sharedCaptures;
  const { createdBy, createdAt, expiresAt, openCount, lastOpenedAt } = sharedCaptures;
  const [ended] = isGuid(input.shareId)
    ? await ctx.db
        .delete(sharedCaptures)
        .where(and(eq(id, input.shareId), eq(webhookId, webhook.id)))
        .returning({
          ...{ id, requestId, sequence, method, target, masked },
          ...{ createdBy, createdAt, expiresAt, openCount, lastOpenedAt },
        })
    : [];
  if (!ended) throw notFound("Share");
  noteTrail(ctx, { before: toShare(ended), subject: { name: `${ended.method} ${ended.target}` } });
  return { success: true as const };
});
