import { outbox } from "@/db/outbox";
import { requireProject } from "@/lib/auth/access";
import { AppError } from "@/lib/operations/errors";
import { implement } from "@/lib/operations/implement";
import { mailer } from "@/lib/platform/mail/mail";
import { sendReleaseByEmail } from "../contract";
import { requireRelease, stillProcessing } from "../notes/require-release";
import { readSettings } from "../settings/read-settings";
import { composeReleaseMail, noteServiceFailure } from "./compose-release-mail";
import { deliverOnce } from "./deliver";
import { deliverToAll, undelivered } from "./deliver-to-all";

export const handleSendReleaseByEmail = implement(sendReleaseByEmail, async (ctx, input) => {
  const project = await requireProject(ctx, { uuid: input.projectId });
  const release = await requireRelease(ctx, project.id, input.releaseId);
  await input.fields();
  if (release.status === "processing") throw stillProcessing();
  const { emailRecipients } = await readSettings(ctx.db, project.id);
  if (emailRecipients.length === 0) {
    throw new AppError("conflict", "No e-mail recipients are configured for this project");
  }
  const messageFor = await composeReleaseMail(ctx, project, release);
  const isDraft = release.status === "draft";
  const send = mailer(outbox(ctx.db));
  const outcomes = await deliverToAll(emailRecipients, (to) => {
    const { id: releaseId, revision } = release;
    const recipient = to.toLowerCase();
    const delivery = { releaseId, revision, channel: "email" as const, recipient, isDraft };
    return deliverOnce(ctx.db, delivery, ctx.now, (id) => send({ id, ...messageFor(to) })).catch(
      (error: unknown) => {
        noteServiceFailure(ctx, error);
        throw error;
      },
    );
  });
  const problem = undelivered(emailRecipients, outcomes);
  if (problem) throw problem;
  return { success: true as const };
});
