import { outbox } from "@/db/outbox";
import type { ProjectRow } from "@/lib/auth/access";
import type { Ctx } from "@/lib/operations/context";
import { AppError } from "@/lib/operations/errors";
import { log } from "@/lib/platform/log/log";
import { mailer } from "@/lib/platform/mail/mail";
import { MailError } from "@/lib/platform/mail/mail-error";
import { attachmentsToSend } from "../attachments/attachments";
import { htmlOf } from "../html/kept-html";
import type { ReleaseRow } from "../notes/to-release";
import type { Channel } from "./channels";
import { DeliveryError } from "./deliver";
import { releaseMail } from "./release-mail";
import { releasePage } from "./release-page";
import { subscriptionUrl } from "./subscription";

/** Mail programs cut what is longer, and each recipient gets a copy. */
const notesBytesMax = 256 * 1024;

export const email: Channel = {
  notSetUp: "No e-mail recipients are configured for this project",
  columnsOf({ emailRecipients: given }) {
    // Each address once, whatever its letter case.
    const distinct = new Map(given?.map((address) => [keyOf(address), address]));
    return given ? { emailRecipients: [...distinct.values()] } : {};
  },
  recipientsOf: ({ emailRecipients }) => emailRecipients,
  keyOf,
  prepare: prepareMail,
  undelivered(missing, recipients) {
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
      path: `emailRecipients.${recipients.indexOf(recipient)}`,
      message: error.message,
    }));
    return new AppError("bad_gateway", [lead, ...reasons.slice(0, 3), advice].join(" "), { issues });
  },
};

/** The same for one person, however the address is written. */
function keyOf(address: string): string {
  return address.toLowerCase();
}

/** @param mark what the subject begins with */
export async function prepareMail(ctx: Ctx, project: ProjectRow, release: ReleaseRow, mark = "") {
  const attachments = await attachmentsToSend(ctx.db, release.id);
  const messageWith = releaseMail(project.name, release, {
    url: await releasePage(ctx, project, release),
    notes: await htmlOf(ctx.db, release, notesBytesMax),
  });
  const send = mailer(outbox(ctx.db));
  return async (to: string, id: string): Promise<void> => {
    const message = messageWith(subscriptionUrl({ projectId: project.id, recipient: keyOf(to) }));
    try {
      await send({ id, to, attachments, ...message, subject: mark + message.subject });
    } catch (error) {
      if (!(error instanceof MailError)) throw error;
      const { message: reason, scope, outcome, detail } = error;
      if (scope === "service") log().warn({ requestId: ctx.requestId, detail }, reason);
      throw new DeliveryError(reason, { isUnknown: outcome === "unknown", isForAll: scope === "service" });
    }
  };
}

function some(addresses: readonly string[]): string {
  const shown = addresses.slice(0, 3).join(", ");
  return addresses.length > 3 ? `${shown} and ${addresses.length - 3} more` : shown;
}
