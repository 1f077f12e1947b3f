import { webhooks } from "@/db/schema/webhooks";
import { requireProject } from "@/lib/auth/access";
import { changeRow } from "@/lib/operations/change-row";
import { implement } from "@/lib/operations/implement";
import { requireSoundAnswer } from "./answers/require-sound-answer";
import { updateWebhook } from "./contract";
import { forgetInbox } from "./inboxes";
import { requireWebhook } from "./require-webhook";
import { requireRetention } from "./retention/require-retention";
import { resizeRing } from "./retention/resize-ring";
import { resealedSecret, signatureColumns } from "./signatures/stored-signature";
import { toWebhook } from "./to-webhook";

export const handleUpdateWebhook = implement(updateWebhook, (ctx, { projectId, webhookId, fields }) =>
  changeRow(ctx, webhooks, {
    fields,
    find: async (inner) => {
      const project = await requireProject(inner, { id: projectId });
      return { ...(await requireWebhook(inner, project.id, webhookId, "no key update")), project };
    },
    change: async (inbox, { expiresAt, signature, retention, ...changes }, inner) => {
      requireRetention(retention, inbox);
      await requireSoundAnswer(changes.response);
      const { count, hours } = retention ?? {};
      const columns = {
        ...changes,
        ...(expiresAt !== undefined && { expiresAt: expiresAt === null ? null : new Date(expiresAt) }),
        ...(count && { retainedCount: count }),
        ...(hours && { retainedHours: hours }),
        ...signatureColumns(signature, inbox),
      };
      if (count !== undefined) await resizeRing(inner.db, inbox.id, count);
      return Object.keys(columns).length === 0 ? columns : { ...resealedSecret(inbox), ...columns };
    },
    show: ({ project, ...inbox }) => toWebhook(inbox, project),
    after: ({ referenceId }) => forgetInbox(referenceId),
  }),
);
