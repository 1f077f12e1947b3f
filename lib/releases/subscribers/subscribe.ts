import { and, eq } from "drizzle-orm";
import { projects } from "@/db/schema/projects";
import { releaseRecipients } from "@/db/schema/releases";
import { mayMail } from "@/lib/auth/address-proof";
import { queueEmail } from "@/lib/auth/emails/queue-email";
import { subscriptionTopic } from "@/lib/auth/emails/topics";
import { mailServiceState } from "@/lib/auth/emails/worker";
import { clearAttempts, countRate, hasRate, hasRoom } from "@/lib/auth/limits";
import type { Ctx } from "@/lib/operations/context";
import { AppError, notFound } from "@/lib/operations/errors";
import { implement } from "@/lib/operations/implement";
import { pageAnswer, pageText } from "@/lib/operations/page-answer";
import { compositeKey } from "@/lib/platform/composite-key";
import { type Changelog, requireChangelog } from "../changelog/changelog";
import { countMail } from "../delivery/mail-of-project";
import { addressKey } from "../delivery/recipients";
import { subscribeToReleases } from "./contract";
import { isSubscribed } from "./list-subscribers";
import { subscriberUrl } from "./subscriber-link";
import { subscriberMail } from "./subscriber-mail";

const dayMs = 24 * 60 * 60 * 1000;

/**
 * Nothing is stored before the link in the mail is opened, and the answer is the same whether somebody subscribes,
 * has subscribed or was asked a moment ago: nobody learns by it who reads what.
 */
export const handleSubscribeToReleases = implement(subscribeToReleases, async (ctx, input) => {
  const changelog = await requireChangelog(ctx.db, input);
  const { email } = await input.fields();
  if (!changelog.takesSubscriptions) throw notFound("Subscription");
  await countRate(ctx, "subscriptionsPerHour", ctx.clientAddress);
  await requireMailer(ctx, changelog);
  if (await shouldAsk(ctx, changelog, addressKey(email))) await ask(ctx, changelog, email);
  const state = mailServiceState();
  if (!ctx.headers.get("accept")?.includes("text/html")) return { success: true as const, email: state };
  return pageAnswer("One more step", pageText(nextStep[state]));
});

const nextStep = {
  queued: "Open the link that we're sending to your email address. Then you'll get the next release.",
  delayed:
    "Open the link that we'll send to your email address. The mail service isn't responding right now, so it can take up to a day.",
  not_configured:
    "Email isn't set up on this instance. Its administrator has the link that confirms your email address.",
};

/** Mail goes out in the name of a team, so one of its admins has to have proved an address. */
async function requireMailer(ctx: Ctx, { projectId }: Changelog): Promise<void> {
  const [project] = await ctx.db
    .select({ teamId: projects.teamId })
    .from(projects)
    .where(eq(projects.id, projectId));
  if (project && (await mayMail({ ...ctx, actor: { kind: "anonymous" } }, project.teamId))) return;
  throw new AppError("conflict", "This project cannot send e-mails yet. Use one of its feeds.");
}

/** Whoever is subscribed is not asked again, nor is anybody asked by one project twice a day. */
async function shouldAsk(ctx: Ctx, { projectId }: Changelog, recipient: string): Promise<boolean> {
  const [subscribed] = await ctx.db
    .select({ at: releaseRecipients.subscribedAt })
    .from(releaseRecipients)
    .where(and(isSubscribed(projectId), eq(releaseRecipients.address, recipient)));
  if (subscribed) return false;
  const once = { max: 1, windowMs: dayMs, always: true };
  if (!(await hasRoom(ctx, onceKey(projectId, recipient), once))) return false;
  return hasRate(ctx, "subscriptionMailsPerDay", recipient);
}

const onceKey = (projectId: string, recipient: string) =>
  compositeKey("subscription of", recipient, "to", projectId);

/** @throws {AppError} `rate_limited` */
async function ask(ctx: Ctx, { projectId, projectName }: Changelog, email: string): Promise<void> {
  const recipient = addressKey(email);
  try {
    await countMail(ctx, projectId);
  } catch (error) {
    // Nothing is sent, so the address can be entered again.
    await clearAttempts(ctx, onceKey(projectId, recipient));
    throw error;
  }
  const url = subscriberUrl({ projectId, recipient }, ctx.now());
  const mail = subscriberMail(email, { project: projectName, url });
  await queueEmail(ctx, { mail, topic: subscriptionTopic(projectId, recipient) });
}
