import { count, eq } from "drizzle-orm";
import { v7 as uuidv7 } from "uuid";
import { forwardingRules } from "@/db/schema/webhook-forwarding";
import { webhooks } from "@/db/schema/webhooks";
import { deleteUndoably } from "@/lib/deletions/delete-undoably";
import { transaction } from "@/lib/operations/context";
import { AppError } from "@/lib/operations/errors";
import { changeRow } from "@/lib/operations/if-match";
import { implement } from "@/lib/operations/implement";
import { forgetInbox } from "../inboxes";
import {
  createForwardingRule,
  deleteForwardingRule,
  ForwardingRule,
  forwardingLimits,
  updateForwardingRule,
} from "./contract";
import { countsOf, requireInbox, requireRule, requireSoundUrl, toRule } from "./require-rule";
import { headerColumns, resealedHeaders } from "./stored-headers";
import { beginDeliveries } from "./worker";

const { rules: rulesMax } = forwardingLimits;

export const handleCreateForwardingRule = implement(createForwardingRule, async (ctx, input) => {
  const { webhook } = await requireInbox(ctx, input);
  const { headers, ...fields } = await input.fields();
  requireSoundUrl(fields.url);
  const id = uuidv7();
  const sealed = headerColumns(headers, { id, headers: [], headerValues: null });
  const row = await transaction(ctx, async ({ db }) => {
    // Whoever creates another one waits.
    await db
      .select({ id: webhooks.id })
      .from(webhooks)
      .where(eq(webhooks.id, webhook.id))
      .for("no key update");
    const [known] = await db
      .select({ count: count() })
      .from(forwardingRules)
      .where(eq(forwardingRules.webhookId, webhook.id));
    if ((known?.count ?? 0) >= rulesMax) {
      throw new AppError("conflict", `An inbox has at most ${rulesMax} forwarding rules. Delete one first.`);
    }
    const [made] = await db
      .insert(forwardingRules)
      .values({ ...fields, id, webhookId: webhook.id, headers: [], ...sealed })
      .returning();
    return made;
  });
  if (!row) throw new Error("an insert answers with its row");
  ctx.after(() => forgetInbox(webhook.referenceId));
  return toRule(row);
});

export const handleUpdateForwardingRule = implement(updateForwardingRule, async (ctx, input) => {
  const { webhook } = await requireInbox(ctx, input);
  const find = () => requireRule(ctx, webhook.id, input.ruleId);
  const found = await find();
  const { headers, ...fields } = await input.fields();
  requireSoundUrl(fields.url);
  // They are no part of the row, and change with every delivery.
  const counts = (await countsOf(ctx.db, [found.id], ctx.now())).get(found.id);
  return changeRow(ctx, forwardingRules, {
    ...{ found, find, show: (row) => toRule(row, counts) },
    where: eq(forwardingRules.id, found.id),
    changes: (row) => {
      // Whoever goes on with it, or sends it elsewhere, begins anew.
      const isNew = (fields.enabled === true && !row.enabled) || (fields.url ?? row.url) !== row.url;
      const columns = { ...fields, ...headerColumns(headers, row) };
      if (Object.keys(columns).length === 0) return columns;
      return {
        ...resealedHeaders(row),
        ...columns,
        ...(isNew && { failingSince: null, pausedReason: null }),
      };
    },
    after: async () => {
      await forgetInbox(webhook.referenceId);
      // What waited while it was paused goes on.
      beginDeliveries();
    },
  });
});

export const handleDeleteForwardingRule = implement(deleteForwardingRule, async (ctx, input) => {
  const { project, webhook } = await requireInbox(ctx, input);
  const rule = await requireRule(ctx, webhook.id, input.ruleId);
  const shown = ForwardingRule.parse(toRule(rule));
  await deleteUndoably(ctx, "forwardingRule", { projectId: project.id, itemId: rule.id }, shown);
  ctx.after(() => forgetInbox(webhook.referenceId));
  return { success: true as const };
});
