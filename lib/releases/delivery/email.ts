import { and, eq } from "drizzle-orm";
import { outbox } from "@/db/outbox";
import { releases } from "@/db/schema/releases";
import type { ProjectRow } from "@/lib/auth/access";
import type { Ctx } from "@/lib/operations/context";
import { AppError } from "@/lib/operations/errors";
import { mailer } from "@/lib/platform/mail/mail";
import { attachmentsToSend } from "../attachments/attachments";
import { type ChangelogPlace, imageUrl } from "../changelog/address";
import { htmlOf } from "../html/kept-html";
import { withAddresses } from "../images/attached-images";
import { imagesThere } from "../images/public-images";
import type { ReleaseRow } from "../notes/to-release";
import { subscribersOf } from "../subscribers/list-subscribers";
import { admitRecipients } from "./admit";
import type { Channel } from "./channels";
import { DeliveryError } from "./deliver";
import { mailOfProject } from "./mail-of-project";
import { originOf } from "./origin";
import { addressKey } from "./recipients";
import { releaseMail } from "./release-mail";
import { releasePage } from "./release-page";
import { subscriptionUrl } from "./subscription";

/** Mail programs cut what is longer, and each recipient gets a copy. */
const notesBytesMax = 256 * 1024;

export const email: Channel = {
  notSetUp: "No e-mail recipients are configured for this project",
  columnsOf({ emailRecipients: given }) {
    // Each address once, whatever its letter case.
    const distinct = new Map(given?.map((address) => [addressKey(address), address]));
    return given ? { emailRecipients: [...distinct.values()] } : {};
  },
  async recipientsOf(ctx, { emailRecipients, changelog, subscriptions }, projectId) {
    const subscribers = changelog && subscriptions ? await subscribersOf(ctx.db, projectId) : [];
    const named = new Set(emailRecipients.map(addressKey));
    return [...emailRecipients, ...subscribers.filter((address) => !named.has(address))];
  },
  admit: admitRecipients,
  keyOf: addressKey,
  prepare: prepareMail,
  undelivered(missing, recipients, named = recipients) {
    if (missing.every(({ error }) => error.code === "conflict")) return missing[0]?.error;
    const reasons = [...new Set(missing.map(({ error }) => error.message))].map((reason) => {
      const addresses = missing.filter(({ error }) => error.message === reason);
      return `${some(addresses.map(({ recipient }) => recipient))}: ${reason}`;
    });
    const advice = missing.some(({ error }) => error instanceof DeliveryError && error.details.isUnknown)
      ? "Sending again leaves out those of whom nothing is known; change the release to send it to them once more."
      : "Sending again tries only those.";
    const sent = recipients.length - missing.length;
    const lead = `The release was sent to ${sent} of ${recipients.length} recipients.`;
    const issues = missing.map(({ recipient, error }) => ({
      path: `emailRecipients.${named.indexOf(recipient)}`,
      message: error.message,
    }));
    const text = [lead, ...reasons.slice(0, 3), advice].join(" ");
    const limit = missing.find(({ error }) => error.code === "rate_limited")?.error;
    if (limit) return new AppError("rate_limited", text, { issues, headers: limit.headers });
    return new AppError("bad_gateway", text, { issues });
  },
};

/** @param mark what the subject begins with */
export async function prepareMail(ctx: Ctx, project: ProjectRow, release: ReleaseRow, mark = "") {
  const attachments = await attachmentsToSend(ctx.db, release.id);
  const origin = await originOf(ctx, project);
  const { url, changelog } = await releasePage(ctx, project, release);
  const notes = await htmlOf(ctx.db, release, notesBytesMax);
  await requireUnchanged(ctx, release);
  const messageWith = releaseMail(origin, release, {
    url,
    notes: notes && (await withPublicImages(ctx, { id: release.id, html: notes }, changelog)),
  });
  const send = mailOfProject(ctx, project.id, mailer(outbox(ctx.db)));
  return (to: string, id: string): Promise<void> => {
    const message = messageWith(subscriptionUrl({ projectId: project.id, recipient: addressKey(to) }));
    return send({ id, to, attachments, ...message, subject: mark + message.subject });
  };
}

/**
 * The HTML is read after the text, and must be of the same revision.
 * @throws {AppError} `conflict`
 */
async function requireUnchanged({ db }: Ctx, { id, revision }: ReleaseRow): Promise<void> {
  const isSame = and(eq(releases.id, id), eq(releases.revision, revision));
  if ((await db.$count(releases, isSame)) > 0) return;
  throw new AppError("conflict", "The release changed while it was being sent. Send it again.");
}

/** Whoever gets a mail is not signed in, so it shows what everybody may see. */
async function withPublicImages(
  { db }: Ctx,
  notes: { id: string; html: string },
  changelog: ChangelogPlace | undefined,
): Promise<string> {
  const there = changelog ? await imagesThere(db, [notes]) : new Set();
  return withAddresses(notes.html, (id) =>
    changelog && there.has(id) ? imageUrl(changelog, id) : undefined,
  );
}

function some(addresses: readonly string[]): string {
  const shown = addresses.slice(0, 3).join(", ");
  return addresses.length > 3 ? `${shown} and ${addresses.length - 3} more` : shown;
}
