import { eq } from "drizzle-orm";
import { projects } from "@/db/schema/projects";
import { releaseRecipients } from "@/db/schema/releases";
import { notFound } from "@/lib/operations/errors";
import { implement } from "@/lib/operations/implement";
import { askingForm, pageAnswer } from "@/lib/operations/page-answer";
import { withinQuotas } from "@/lib/operations/quota";
import { noteTrail } from "@/lib/operations/trail";
import { escapeHtml } from "@/lib/platform/html/escape-html";
import { subscriptionUrl } from "../delivery/subscription";
import { confirmSubscriber, showSubscriberConfirmation } from "./contract";
import { requireSubscriber } from "./subscriber-link";

/** Asks before anything happens, because programs that check the links in a mail open them too. */
export const handleShowSubscriberConfirmation = implement(showSubscriberConfirmation, async (ctx, input) => {
  const { recipient } = requireSubscriber(input.subscription, ctx.now());
  return pageAnswer(`Send releases to ${recipient}?`, askingForm("Subscribe"));
});

/** It holds also for somebody who had ended the e-mails before: they asked for them again. Twice succeeds, too. */
export const handleConfirmSubscriber = implement(confirmSubscriber, async (ctx, input) => {
  const { projectId, recipient } = requireSubscriber(input.subscription, ctx.now());
  await input.fields();
  const [project] = await ctx.db.select({ id: projects.id }).from(projects).where(eq(projects.id, projectId));
  if (!project) throw notFound("Subscription");
  noteTrail(ctx, {
    place: { teamId: null, projectId },
    subject: { name: recipient },
    after: { state: "subscribed" },
  });
  const said = { state: "confirmed" as const, subscribedAt: ctx.now(), updatedAt: ctx.now() };
  await withinQuotas(ctx, [{ name: "releaseSubscribers", ownerId: projectId }], ({ db }) =>
    db
      .insert(releaseRecipients)
      .values({ projectId, address: recipient, ...said })
      .onConflictDoUpdate({
        target: [releaseRecipients.projectId, releaseRecipients.address],
        set: said,
      }),
  );
  if (!ctx.headers.get("accept")?.includes("text/html")) return { success: true as const };
  return pageAnswer(
    "You are subscribed",
    [
      `<p>The next release goes to ${escapeHtml(recipient)}.</p>`,
      `<p><a href="${escapeHtml(subscriptionUrl({ projectId, recipient }))}">Not after all</a></p>`,
    ].join(""),
  );
});
