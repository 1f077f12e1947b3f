import { eq } from "drizzle-orm";
import { webhooks } from "@/db/schema/webhooks";
import { requireProject } from "@/lib/auth/access";
import { type Ctx, transaction } from "@/lib/operations/context";
import { changeRow } from "@/lib/operations/if-match";
import { implement } from "@/lib/operations/implement";
import { requireSoundAnswer } from "./answers/require-sound-answer";
import { updateWebhook } from "./contract";
import { forgetInbox } from "./inboxes";
import { requireWebhook } from "./require-webhook";
import { requireRetention } from "./retention/require-retention";
import { resizeRing } from "./retention/resize-ring";
import { resealedSecret, signatureColumns } from "./signatures/stored-signature";
import { toWebhook } from "./to-webhook";

export const handleUpdateWebhook = implement(updateWebhook, async (ctx, input) => {
  const project = await requireProject(ctx, { uuid: input.projectId });
  const find = () => requireWebhook(ctx, project.id, input.webhookId);
  const found = await find();
  const { expiresAt, signature, retention, ...changes } = await input.fields();
  requireRetention(retention, found);
  await requireSoundAnswer(changes.response);
  const expiry =
    expiresAt === undefined ? {} : { expiresAt: expiresAt === null ? null : new Date(expiresAt) };
  const { count, hours } = retention ?? {};
  const retained = { ...(count && { retainedCount: count }), ...(hours && { retainedHours: hours }) };
  const change = (of: Ctx) =>
    changeRow(of, webhooks, {
      ...{ found, find },
      where: eq(webhooks.id, found.id),
      changes: (row) => {
        const columns = { ...changes, ...expiry, ...retained, ...signatureColumns(signature, row) };
        return Object.keys(columns).length === 0 ? columns : { ...resealedSecret(row), ...columns };
      },
      show: (row) => toWebhook(row, project),
      after: () => forgetInbox(found.referenceId),
    });
  if (count === undefined) return change(ctx);
  return transaction(ctx, async (inner) => {
    await resizeRing(inner.db, found.id, count);
    return change(inner);
  });
});
