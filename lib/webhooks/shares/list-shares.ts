import { eq } from "drizzle-orm";
import { sharedCaptures } from "@/db/schema/webhooks";
import { requireProject } from "@/lib/auth/access";
import { implement } from "@/lib/operations/implement";
import { byTime, listOf } from "@/lib/operations/list-sql";
import { withIsoTimes } from "@/lib/operations/present";
import { readPage } from "@/lib/operations/read-page";
import { requireWebhook } from "@/lib/webhooks/require-webhook";
import { listShares } from "./contract";

const { id, requestId, sequence, method, target, masked } = sharedCaptures;
const { createdBy, createdAt, expiresAt, openCount, lastOpenedAt } = sharedCaptures;

const list = listOf({
  from: sharedCaptures,
  columns: {
    ...{ id, requestId, sequence, method, path: target, masked },
    ...{ createdBy, createdAt, expiresAt, openCount, lastOpenedAt },
  },
  always: ["id"],
  id,
  searched: [method, target, createdBy],
  sorts: { createdAt: byTime(createdAt), expiresAt: byTime(expiresAt) },
});

export const handleListShares = implement(listShares, async (ctx, input) => {
  const project = await requireProject(ctx, { id: input.projectId });
  const webhook = await requireWebhook(ctx, project.id, input.webhookId);
  const asked = await input.fields();
  const where = eq(sharedCaptures.webhookId, webhook.id);
  return readPage(ctx.db, list, { ...asked, where }, (rows) => rows.map(withIsoTimes));
});
