import { eq } from "drizzle-orm";
import { v7 as uuidv7 } from "uuid";
import { releaseEvents } from "@/db/schema/release-webhooks";
import { requireProject } from "@/lib/auth/access";
import { transaction } from "@/lib/operations/context";
import { AppError } from "@/lib/operations/errors";
import { implement } from "@/lib/operations/implement";
import { shownBody } from "@/lib/operations/shown-body";
import { noteTrail } from "@/lib/operations/trail";
import { failedAttempt } from "@/lib/platform/deliveries/attempt";
import { resendReleaseWebhookDelivery } from "../webhook-deliveries/contract";
import { testReleaseWebhook } from "./contract";
import { eventBody } from "./event-body";
import { requireReleaseDelivery, toReleaseDelivery } from "./list-release-deliveries";
import { surroundingsOf } from "./note-event";
import { eventQueue } from "./queue";
import { nameOf, requireReleaseWebhook } from "./require-release-webhook";
import { secretsOf } from "./secret";
import { sendEvent } from "./send-event";
import { beginReleaseDeliveries } from "./worker";

export const handleResendReleaseWebhookDelivery = implement(
  resendReleaseWebhookDelivery,
  async (ctx, input) => {
    const project = await requireProject(ctx, { id: input.projectId });
    const webhook = await requireReleaseWebhook(ctx, project.id, input.releaseWebhookId);
    const { id } = await requireReleaseDelivery(ctx, webhook.id, input.releaseDeliveryId);
    await input.fields();
    if (!webhook.enabled) throw new AppError("conflict", "The webhook is paused. Let it go on first.");
    const row = await transaction(ctx, async (inner) => {
      await eventQueue.resend(inner.db, [id]);
      const known = await requireReleaseDelivery(inner, webhook.id, id);
      const [event] = await inner.db
        .select({ id: releaseEvents.id })
        .from(releaseEvents)
        .where(eq(releaseEvents.id, known.eventId));
      if (!event) throw new AppError("conflict", "The event is no longer stored, so it can't be resent.");
      return known;
    });
    ctx.after(() => beginReleaseDeliveries());
    noteTrail(ctx, { subject: { name: row.title } });
    return toReleaseDelivery(row);
  },
);

/** A sample goes out at once, and is told apart by its type; nothing of it is kept. */
export const handleTestReleaseWebhook = implement(testReleaseWebhook, async (ctx, input) => {
  const project = await requireProject(ctx, { id: input.projectId });
  const webhook = await requireReleaseWebhook(ctx, project.id, input.releaseWebhookId);
  await input.fields();
  const at = ctx.now();
  const id = uuidv7();
  const release = {
    ...{ id, projectId: project.id, title: "A test", content: sample, status: "published" as const },
    ...{ revision: 1, publishedAt: at, updatedAt: at },
  };
  const surroundings = await surroundingsOf(ctx.db, release);
  const body = eventBody({ type: "release.test", at, release, ...surroundings, url: null });
  const secrets = secretsOf(webhook, at);
  const sent = secrets
    ? await sendEvent({ url: webhook.url, id, body, secrets })
    : failedAttempt("The secret can no longer be read. Rotate it.");
  if (!sent) throw new Error("nothing ends a test but its answer or its time");
  const { statusCode, error, durationMs, answer, answerTruncated } = sent;
  noteTrail(ctx, {
    after: { sentTo: nameOf(webhook.url), statusCode },
    subject: { name: nameOf(webhook.url) },
  });
  const shown = shownBody(answer, answerTruncated);
  return {
    ...{ statusCode, error, durationMs, answerTruncated },
    ...{ answer: shown.body, answerEncoding: shown.encoding },
  };
});

const sample = "## New\n\n- **New:** Other programs are told when a release is published.\n";
