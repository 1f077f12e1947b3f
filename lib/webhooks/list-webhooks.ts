import { eq } from "drizzle-orm";
import { webhooks } from "@/db/schema/webhooks";
import { requireProject } from "@/lib/auth/access";
import { implement } from "@/lib/operations/implement";
import { pageQuery, toPage } from "@/lib/operations/paging";
import { listWebhooks } from "./contract";
import { toWebhook } from "./to-webhook";

export const handleListWebhooks = implement(listWebhooks, async (ctx, input) => {
  const project = await requireProject(ctx, { uuid: input.projectId });
  const fields = await input.fields();
  const { where, orderBy, limit } = pageQuery(webhooks, fields, eq(webhooks.projectId, project.id));
  const rows = await ctx.db
    .select()
    .from(webhooks)
    .where(where)
    .orderBy(...orderBy)
    .limit(limit);
  return toPage(
    rows,
    fields,
    (row) => row,
    (row) => toWebhook(row, project),
  );
});
