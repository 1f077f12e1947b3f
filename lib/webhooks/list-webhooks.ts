import { eq, getTableColumns } from "drizzle-orm";
import { webhooks } from "@/db/schema/webhooks";
import { requireProject } from "@/lib/auth/access";
import { implement } from "@/lib/operations/implement";
import { byText, byTime, listOf } from "@/lib/operations/list-sql";
import { readPage } from "@/lib/operations/read-page";
import { listWebhooks } from "./contract";
import { toWebhook } from "./to-webhook";

const list = listOf({
  from: webhooks,
  columns: getTableColumns(webhooks),
  always: ["referenceId", "retainedCount", "retainedHours"],
  id: webhooks.id,
  searched: [webhooks.name, webhooks.description, webhooks.referenceId],
  sorts: {
    createdAt: byTime(webhooks.createdAt),
    updatedAt: byTime(webhooks.updatedAt),
    name: byText(webhooks.name),
  },
});

export const handleListWebhooks = implement(listWebhooks, async (ctx, input) => {
  const project = await requireProject(ctx, { id: input.projectId });
  const asked = await input.fields();
  const where = eq(webhooks.projectId, project.id);
  return readPage(ctx.db, list, { ...asked, where }, (rows) => rows.map((row) => toWebhook(row, project)));
});
