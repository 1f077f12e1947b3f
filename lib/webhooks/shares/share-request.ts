import { and, eq, gt, sql } from "drizzle-orm";
import { v7 as uuidv7 } from "uuid";
import { sharedCaptures, webhooks } from "@/db/schema/webhooks";
import { requireProject } from "@/lib/auth/access";
import { type Ctx, transaction } from "@/lib/operations/context";
import { AppError, notFound } from "@/lib/operations/errors";
import { implement } from "@/lib/operations/implement";
import { withinQuotas } from "@/lib/operations/quota";
import { noteTrail } from "@/lib/operations/trail";
import { turns } from "@/lib/platform/process/turns";
import { sizeOf } from "@/lib/webhooks/capture-room";
import { requireCapture } from "@/lib/webhooks/captures";
import { nameOf } from "@/lib/webhooks/pins/note-request";
import { requireWebhook } from "@/lib/webhooks/require-webhook";
import { shareRequest, sharesMax, shareTimes } from "./contract";
import { maskedCapture } from "./masked-capture";
import { newToken, shareUrl, tokenHashOf, toShare } from "./shares";

/** The copy is made without what is masked, so that nothing that a link does not show can ever leave by it. */
export const handleShareRequest = implement(shareRequest, async (ctx, input) => {
  const project = await requireProject(ctx, { id: input.projectId });
  const webhook = await requireWebhook(ctx, project.id, input.webhookId);
  const { expiresIn, masked } = await input.fields();
  const capture = await requireCapture(ctx.db, webhook.id, input.requestId, ctx.now());
  const { target, rawHeaders, body, ip } = await turns().run(
    maskedCapture(capture, masked, webhook.referenceId),
  );
  const { id: requestId, sequence, method, size, receivedAt, signature } = capture;
  const token = newToken();
  const now = ctx.now();
  const row = {
    ...{ id: uuidv7(), webhookId: webhook.id, tokenHash: tokenHashOf(token), requestId, sequence, method },
    ...{ target, rawHeaders, body, size, ip, receivedAt, signature, masked },
    ...{ createdBy: nameOf(ctx.actor), createdAt: now },
    expiresAt: new Date(now.getTime() + shareTimes[expiresIn]),
  };
  const bytes = sizeOf({ body: body ?? Buffer.alloc(0), rawUrl: target, rawHeaders });
  const quota = { name: "captureBytes", ownerId: project.id, adding: bytes } as const;
  const made = await withinQuotas(ctx, [quota], (inner) =>
    transaction(inner, async (locked) => {
      await requirePlace(locked, webhook.id);
      const [stored] = await locked.db.insert(sharedCaptures).values(row).returning();
      return stored;
    }),
  );
  if (!made) throw notFound("Request");
  const shown = toShare(made);
  noteTrail(ctx, { subject: { name: `${method} ${capture.path}` } });
  return { ...shown, url: shareUrl(token) };
});

/** Those that share at once wait for each other, so that none slips past the number of links. */
async function requirePlace({ db, now }: Ctx, webhookId: string): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`shares ${webhookId}`}, 0))`);
  const [inbox] = await db
    .select({ id: webhooks.id })
    .from(webhooks)
    .where(eq(webhooks.id, webhookId))
    .for("key share");
  if (!inbox) throw notFound("Webhook");
  const open = and(eq(sharedCaptures.webhookId, webhookId), gt(sharedCaptures.expiresAt, now()));
  if ((await db.$count(sharedCaptures, open)) < sharesMax) return;
  throw new AppError(
    "conflict",
    `This inbox has ${sharesMax} open links, which is the most. End one of them first.`,
  );
}
