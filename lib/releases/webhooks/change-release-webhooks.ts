import { count, eq, sql } from "drizzle-orm";
import { v7 as uuidv7 } from "uuid";
import { projects } from "@/db/schema/projects";
import { releaseWebhooks } from "@/db/schema/release-webhooks";
import { requireProject } from "@/lib/auth/access";
import { deleteUndoably } from "@/lib/deletions/delete-undoably";
import { transaction } from "@/lib/operations/context";
import { AppError } from "@/lib/operations/errors";
import { changeRow } from "@/lib/operations/if-match";
import { implement } from "@/lib/operations/implement";
import { noteBefore, noteTrail } from "@/lib/operations/trail";
import {
  createReleaseWebhook,
  deleteReleaseWebhook,
  ReleaseWebhook,
  releaseWebhookLimits,
  rotateReleaseWebhookSecret,
  updateReleaseWebhook,
} from "./contract";
import { nameOf, requireReleaseWebhook, requireSoundUrl, toReleaseWebhook } from "./require-release-webhook";
import { newSecret, previousSecretMs, resealedSecret } from "./secret";
import { beginReleaseDeliveries } from "./worker";

const { webhooks: webhooksMax } = releaseWebhookLimits;

export const handleCreateReleaseWebhook = implement(createReleaseWebhook, async (ctx, input) => {
  const project = await requireProject(ctx, { uuid: input.projectId }, { role: "admin" });
  const fields = await input.fields();
  requireSoundUrl(fields.url);
  const id = uuidv7();
  const { secret, columns } = newSecret(id);
  const row = await transaction(ctx, async ({ db }) => {
    // Whoever creates another one waits.
    await db
      .select({ id: projects.id })
      .from(projects)
      .where(eq(projects.id, project.id))
      .for("no key update");
    const [known] = await db
      .select({ count: count() })
      .from(releaseWebhooks)
      .where(eq(releaseWebhooks.projectId, project.id));
    if ((known?.count ?? 0) >= webhooksMax) {
      throw new AppError(
        "conflict",
        `A project has at most ${webhooksMax} release webhooks. Delete one first.`,
      );
    }
    const values = { ...fields, id, projectId: project.id, ...columns };
    const [made] = await db.insert(releaseWebhooks).values(values).returning();
    return made;
  });
  if (!row) throw new Error("an insert answers with its row");
  noteTrail(ctx, { after: toReleaseWebhook(row), subject: { id, name: nameOf(row.url) } });
  return { ...toReleaseWebhook(row), secret };
});

export const handleUpdateReleaseWebhook = implement(updateReleaseWebhook, async (ctx, input) => {
  const project = await requireProject(ctx, { uuid: input.projectId }, { role: "admin" });
  const find = () => requireReleaseWebhook(ctx, project.id, input.releaseWebhookId);
  const found = await find();
  const fields = await input.fields();
  requireSoundUrl(fields.url);
  noteTrail(ctx, { subject: { name: nameOf(fields.url ?? found.url) } });
  return changeRow(ctx, releaseWebhooks, {
    ...{ found, find, show: toReleaseWebhook },
    where: eq(releaseWebhooks.id, found.id),
    changes: (row) => {
      if (Object.keys(fields).length === 0) return fields;
      // Whoever goes on with it, or has it sent elsewhere, begins anew.
      const isNew = (fields.enabled === true && !row.enabled) || (fields.url ?? row.url) !== row.url;
      return { ...resealedSecret(row), ...fields, ...(isNew && { failingSince: null, pausedReason: null }) };
    },
    // What waited while it was paused goes on.
    after: () => beginReleaseDeliveries(),
  });
});

export const handleDeleteReleaseWebhook = implement(deleteReleaseWebhook, async (ctx, input) => {
  const project = await requireProject(ctx, { uuid: input.projectId }, { role: "admin" });
  const webhook = await requireReleaseWebhook(ctx, project.id, input.releaseWebhookId);
  const shown = ReleaseWebhook.parse(toReleaseWebhook(webhook));
  noteTrail(ctx, { subject: { name: nameOf(webhook.url) } });
  const place = { projectId: project.id, itemId: webhook.id };
  await deleteUndoably(ctx, "releaseWebhook", place, shown);
  return { success: true as const };
});

export const handleRotateReleaseWebhookSecret = implement(rotateReleaseWebhookSecret, async (ctx, input) => {
  const project = await requireProject(ctx, { uuid: input.projectId }, { role: "admin" });
  const webhook = await requireReleaseWebhook(ctx, project.id, input.releaseWebhookId);
  await input.fields();
  noteBefore(ctx, toReleaseWebhook(webhook));
  const { secret, columns } = newSecret(webhook.id);
  const [row] = await ctx.db
    .update(releaseWebhooks)
    .set({
      ...columns,
      previousSecret: sql`${releaseWebhooks.secret}`,
      previousSecretUntil: new Date(ctx.now().getTime() + previousSecretMs),
    })
    .where(eq(releaseWebhooks.id, webhook.id))
    .returning();
  // It was deleted meanwhile.
  const shown = toReleaseWebhook(row ?? (await requireReleaseWebhook(ctx, project.id, webhook.id)));
  noteTrail(ctx, { after: shown, subject: { name: nameOf(webhook.url) } });
  return { ...shown, secret };
});
