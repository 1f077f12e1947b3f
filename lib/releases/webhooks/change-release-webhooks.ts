import { v7 as uuidv7 } from "uuid";
import { releaseWebhooks } from "@/db/schema/release-webhooks";
import { requireProject } from "@/lib/auth/access";
import { deleteUndoably } from "@/lib/deletions/delete-undoably";
import { changeRow, writeColumns } from "@/lib/operations/change-row";
import type { Ctx } from "@/lib/operations/context";
import { implement } from "@/lib/operations/implement";
import type { Lock } from "@/lib/operations/lock";
import { noteBefore, noteTrail } from "@/lib/operations/trail";
import {
  createReleaseWebhook,
  deleteReleaseWebhook,
  ReleaseWebhook,
  rotateReleaseWebhookSecret,
  updateReleaseWebhook,
} from "./contract";
import {
  nameOf,
  type ReleaseWebhookRow,
  requireReleaseWebhook,
  requireRoomForWebhooks,
  requireSoundUrl,
  toReleaseWebhook,
} from "./require-release-webhook";
import { newSecret, previousSecretMs, resealedSecret } from "./secret";
import { beginReleaseDeliveries } from "./worker";

export const handleCreateReleaseWebhook = implement(createReleaseWebhook, async (ctx, input) => {
  // Another creation waits, so that the limit holds.
  const need = { role: "admin", lock: "no key update" } as const;
  const project = await requireProject(ctx, { id: input.projectId }, need);
  const fields = await input.fields();
  requireSoundUrl(fields.url);
  const id = uuidv7();
  const { secret, columns } = newSecret(id);
  const [row] = await ctx.db
    .insert(releaseWebhooks)
    .values({ ...fields, id, projectId: project.id, ...columns })
    .returning();
  if (!row) throw new Error("an insert answers with its row");
  await requireRoomForWebhooks(ctx.db, project.id);
  noteTrail(ctx, { after: toReleaseWebhook(row), subject: { id, name: nameOf(row.url) } });
  return { ...toReleaseWebhook(row), secret };
});

type Path = { projectId: string; releaseWebhookId: string };

async function requireLocked(ctx: Ctx, path: Path, lock: Lock): Promise<ReleaseWebhookRow> {
  const project = await requireProject(ctx, { id: path.projectId }, { role: "admin" });
  return requireReleaseWebhook(ctx, project.id, path.releaseWebhookId, lock);
}

export const handleUpdateReleaseWebhook = implement(updateReleaseWebhook, (ctx, input) =>
  changeRow(ctx, releaseWebhooks, {
    fields: input.fields,
    find: (inner) => requireLocked(inner, input, "no key update"),
    change: (webhook, fields, inner) => {
      requireSoundUrl(fields.url);
      noteTrail(inner, { subject: { name: nameOf(fields.url ?? webhook.url) } });
      if (Object.keys(fields).length === 0) return fields;
      // Whoever goes on with it, or has it sent elsewhere, begins anew.
      const isNew =
        (fields.enabled === true && !webhook.enabled) || (fields.url ?? webhook.url) !== webhook.url;
      return {
        ...resealedSecret(webhook),
        ...fields,
        ...(isNew && { failingSince: null, pausedReason: null }),
      };
    },
    show: toReleaseWebhook,
    // What waited while it was paused goes on.
    after: () => beginReleaseDeliveries(),
  }),
);

export const handleDeleteReleaseWebhook = implement(deleteReleaseWebhook, async (ctx, input) => {
  const webhook = await requireLocked(ctx, input, "update");
  const shown = ReleaseWebhook.parse(toReleaseWebhook(webhook));
  noteTrail(ctx, { subject: { name: nameOf(webhook.url) } });
  const place = { projectId: webhook.projectId, itemId: webhook.id };
  await deleteUndoably(ctx, "releaseWebhook", place, shown);
  return { success: true as const };
});

export const handleRotateReleaseWebhookSecret = implement(rotateReleaseWebhookSecret, async (ctx, input) => {
  const webhook = await requireLocked(ctx, input, "no key update");
  await input.fields();
  noteBefore(ctx, toReleaseWebhook(webhook));
  const { secret, columns } = newSecret(webhook.id);
  const row = await writeColumns(ctx.db, releaseWebhooks, webhook, {
    ...columns,
    previousSecret: webhook.secret,
    previousSecretUntil: new Date(ctx.now().getTime() + previousSecretMs),
  });
  const shown = toReleaseWebhook(row);
  noteTrail(ctx, { after: shown, subject: { name: nameOf(webhook.url) } });
  return { ...shown, secret };
});
