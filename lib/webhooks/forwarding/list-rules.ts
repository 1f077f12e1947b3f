import { eq, getTableColumns } from "drizzle-orm";
import { forwardingRules } from "@/db/schema/webhook-forwarding";
import { implement } from "@/lib/operations/implement";
import { byText, byTime, listOf } from "@/lib/operations/list-sql";
import { readPage } from "@/lib/operations/read-page";
import { getForwardingRule, listForwardingRules } from "./contract";
import { requireInbox, requireRule, withCounts } from "./require-rule";

const columns = getTableColumns(forwardingRules);
const list = listOf({
  from: forwardingRules,
  columns,
  // There are few, and counting needs the whole row.
  always: Object.keys(columns),
  id: forwardingRules.id,
  searched: [forwardingRules.name, forwardingRules.url],
  sorts: { createdAt: byTime(forwardingRules.createdAt), name: byText(forwardingRules.name) },
});

export const handleListForwardingRules = implement(listForwardingRules, async (ctx, input) => {
  const { webhook } = await requireInbox(ctx, input);
  const where = eq(forwardingRules.webhookId, webhook.id);
  return readPage(ctx.db, list, { ...(await input.fields()), where }, (rows) =>
    withCounts(ctx.db, rows, ctx.now()),
  );
});

export const handleGetForwardingRule = implement(getForwardingRule, async (ctx, input) => {
  const { webhook } = await requireInbox(ctx, input);
  const row = await requireRule(ctx, webhook.id, input.ruleId);
  const [shown] = await withCounts(ctx.db, [row], ctx.now());
  if (!shown) throw new Error("one row has one answer");
  return shown;
});
