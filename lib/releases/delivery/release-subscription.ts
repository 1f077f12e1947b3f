import { eq } from "drizzle-orm";
import { releaseSettings } from "@/db/schema/releases";
import { Answer, flat } from "@/lib/operations/answer";
import { transaction } from "@/lib/operations/context";
import { implement } from "@/lib/operations/implement";
import { escapeHtml } from "@/lib/platform/html/escape-html";
import { htmlDocument } from "@/lib/platform/mail/html";
import { endReleaseSubscription, showReleaseSubscription } from "../contract";
import { requireSubscription } from "./subscription";

/** Asks first, because programs that check the links in a mail must not end a subscription. */
export const handleShowReleaseSubscription = implement(showReleaseSubscription, async (_, input) => {
  const { recipient } = requireSubscription(input.subscription);
  const button = `<form method="post"><button style="font:inherit;padding:8px 16px">Unsubscribe</button></form>`;
  return pageAnswer(`End release e-mails to ${recipient}?`, button);
});

/** Ending it a second time succeeds too. */
export const handleEndReleaseSubscription = implement(endReleaseSubscription, async (ctx, input) => {
  const { projectId, recipient } = requireSubscription(input.subscription);
  await input.fields();
  await transaction(ctx, async ({ db }) => {
    const ofProject = eq(releaseSettings.projectId, projectId);
    const [row] = await db
      .select({ emailRecipients: releaseSettings.emailRecipients })
      .from(releaseSettings)
      .where(ofProject)
      .for("update");
    const left = row?.emailRecipients.filter((address) => address.toLowerCase() !== recipient);
    if (left) await db.update(releaseSettings).set({ emailRecipients: left }).where(ofProject);
  });
  const wantsPage = ctx.headers.get("accept")?.includes("text/html");
  if (!wantsPage) return { success: true as const };
  return pageAnswer("You are unsubscribed", `<p>${escapeHtml(recipient)} gets no more release e-mails.</p>`);
});

function pageAnswer(title: string, content: string): Answer {
  return new Answer(
    200,
    flat({
      "content-type": "text/html; charset=utf-8",
      "content-security-policy":
        "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'",
      "referrer-policy": "no-referrer",
      "x-content-type-options": "nosniff",
    }),
    htmlDocument(title, [content]),
  );
}
