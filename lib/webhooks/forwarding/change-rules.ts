import { v7 as uuidv7 } from "uuid";
import { forwardingRules } from "@/db/schema/webhook-forwarding";
import { deleteUndoably } from "@/lib/deletions/delete-undoably";
import { changeRow } from "@/lib/operations/change-row";
import { implement } from "@/lib/operations/implement";
import { forgetInbox } from "../inboxes";
import { createForwardingRule, deleteForwardingRule, ForwardingRule, updateForwardingRule } from "./contract";
import {
  countsOf,
  requireInbox,
  requireRoomForRules,
  requireRule,
  requireSoundUrl,
  toRule,
} from "./require-rule";
import { headerColumns, resealedHeaders } from "./stored-headers";
import { beginDeliveries } from "./worker";

export const handleCreateForwardingRule = implement(createForwardingRule, async (ctx, input) => {
  // Another creation waits, so that the limit holds.
  const { webhook } = await requireInbox(ctx, input, "no key update");
  const { headers, ...fields } = await input.fields();
  requireSoundUrl(fields.url);
  const id = uuidv7();
  const sealed = headerColumns(headers, { id, headers: [], headerValues: null });
  const [row] = await ctx.db
    .insert(forwardingRules)
    .values({ ...fields, id, webhookId: webhook.id, headers: [], ...sealed })
    .returning();
  if (!row) throw new Error("an insert answers with its row");
  await requireRoomForRules(ctx.db, webhook.id);
  ctx.after(() => forgetInbox(webhook.referenceId));
  return toRule(row);
});

export const handleUpdateForwardingRule = implement(updateForwardingRule, (ctx, input) =>
  changeRow(ctx, forwardingRules, {
    fields: input.fields,
    find: async (inner) => {
      const { webhook } = await requireInbox(inner, input, "key share");
      const rule = await requireRule(inner, webhook.id, input.ruleId, "no key update");
      // They are no part of the row, and change with every delivery.
      const counts = (await countsOf(inner.db, [rule.id], inner.now())).get(rule.id);
      return { ...rule, webhook, deliveries: counts };
    },
    change: (rule, { headers, ...fields }) => {
      requireSoundUrl(fields.url);
      // Whoever goes on with it, or sends it elsewhere, begins anew.
      const isNew = (fields.enabled === true && !rule.enabled) || (fields.url ?? rule.url) !== rule.url;
      const columns = { ...fields, ...headerColumns(headers, rule) };
      if (Object.keys(columns).length === 0) return columns;
      return {
        ...resealedHeaders(rule),
        ...columns,
        ...(isNew && { failingSince: null, pausedReason: null }),
      };
    },
    show: ({ webhook: _, deliveries, ...rule }) => toRule(rule, deliveries),
    after: async ({ webhook }) => {
      await forgetInbox(webhook.referenceId);
      // What waited while it was paused goes on.
      beginDeliveries();
    },
  }),
);

export const handleDeleteForwardingRule = implement(deleteForwardingRule, async (ctx, input) => {
  const { project, webhook } = await requireInbox(ctx, input, "key share");
  const rule = await requireRule(ctx, webhook.id, input.ruleId, "update");
  const shown = ForwardingRule.parse(toRule(rule));
  await deleteUndoably(ctx, "forwardingRule", { projectId: project.id, itemId: rule.id }, shown);
  ctx.after(() => forgetInbox(webhook.referenceId));
  return { success: true as const };
});
