import { eq } from "drizzle-orm";
import { releaseSettings } from "@/db/schema/releases";
import { type Ctx, transaction } from "@/lib/operations/context";
import { implement } from "@/lib/operations/implement";
import { askingForm, pageAnswer } from "@/lib/operations/page-answer";
import { noteTrail } from "@/lib/operations/trail";
import { escapeHtml } from "@/lib/platform/html/escape-html";
import {
  confirmReleaseSubscription,
  endReleaseSubscription,
  showReleaseConfirmation,
  showReleaseSubscription,
} from "./contract";
import { keepState } from "./recipients";
import { confirmationUrl, requireSubscription, subscriptionUrl } from "./subscription";

export const handleShowReleaseSubscription = implement(showReleaseSubscription, async (_, input) => {
  const { recipient } = requireSubscription(input.subscription);
  return pageAnswer(`End release e-mails to ${recipient}?`, askingForm("Unsubscribe"));
});

/** It holds whoever puts the address on the list again, and ending it a second time succeeds too. */
export const handleEndReleaseSubscription = implement(endReleaseSubscription, async (ctx, input) => {
  const subscription = requireSubscription(input.subscription);
  const { projectId, recipient } = subscription;
  await input.fields();
  noteTrail(ctx, {
    place: { teamId: null, projectId },
    subject: { name: recipient },
    after: { state: "refused" },
  });
  await transaction(ctx, async ({ db }) => {
    const ofProject = eq(releaseSettings.projectId, projectId);
    const [row] = await db
      .select({ emailRecipients: releaseSettings.emailRecipients })
      .from(releaseSettings)
      .where(ofProject)
      .for("update");
    const left = row?.emailRecipients.filter((address) => address.toLowerCase() !== recipient);
    // Without settings the project is gone, and so is all that could send.
    if (!left) return;
    await db.update(releaseSettings).set({ emailRecipients: left }).where(ofProject);
    await keepState(db, subscription, "refused", ctx.now());
  });
  if (!wantsPage(ctx)) return { success: true as const };
  return pageAnswer(
    "You are unsubscribed",
    [
      `<p>${escapeHtml(recipient)} gets no more release e-mails of this project.</p>`,
      `<p><a href="${escapeHtml(confirmationUrl(subscription))}">I want them after all</a></p>`,
    ].join(""),
  );
});

export const handleShowReleaseConfirmation = implement(showReleaseConfirmation, async (_, input) => {
  const subscription = requireSubscription(input.subscription);
  const refuse = `<p><a href="${escapeHtml(subscriptionUrl(subscription))}">No, never send me any</a></p>`;
  const title = `Get release e-mails at ${subscription.recipient}?`;
  return pageAnswer(title, askingForm("Yes, send them") + refuse);
});

export const handleConfirmReleaseSubscription = implement(confirmReleaseSubscription, async (ctx, input) => {
  const subscription = requireSubscription(input.subscription);
  await input.fields();
  const { projectId, recipient } = subscription;
  noteTrail(ctx, {
    place: { teamId: null, projectId },
    subject: { name: recipient },
    after: { state: "confirmed" },
  });
  await keepState(ctx.db, subscription, "confirmed", ctx.now());
  if (!wantsPage(ctx)) return { success: true as const };
  const what = "The next release goes to this address, if the project still names it.";
  return pageAnswer("Release e-mails may come", `<p>${what}</p>`);
});

const wantsPage = ({ headers }: Pick<Ctx, "headers">) => headers.get("accept")?.includes("text/html");
