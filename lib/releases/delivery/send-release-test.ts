import { v4 as uuidv4 } from "uuid";
import { outbox } from "@/db/outbox";
import { requireProject } from "@/lib/auth/access";
import { AppError } from "@/lib/operations/errors";
import { implement } from "@/lib/operations/implement";
import { mailer } from "@/lib/platform/mail/mail";
import { MailError } from "@/lib/platform/mail/mail-error";
import { sendReleaseTest } from "../contract";
import { requireRelease, stillProcessing } from "../notes/require-release";
import { composeReleaseMail, noteServiceFailure } from "./compose-release-mail";

export const handleSendReleaseTest = implement(sendReleaseTest, async (ctx, input) => {
  const project = await requireProject(ctx, { uuid: input.projectId });
  const release = await requireRelease(ctx, project.id, input.releaseId);
  await input.fields();
  if (release.status === "processing") throw stillProcessing();
  if (ctx.actor.kind !== "user") {
    throw new AppError(
      "conflict",
      "A test goes to the address of whoever is signed in. An API key has none.",
    );
  }
  const message = (await composeReleaseMail(ctx, project, release))(ctx.actor.user.email);
  try {
    // Of its own each time: a test is sent again to see it again.
    await mailer(outbox(ctx.db))({ id: uuidv4(), ...message, subject: `Test: ${message.subject}` });
  } catch (error) {
    noteServiceFailure(ctx, error);
    if (error instanceof MailError) throw new AppError("bad_gateway", error.message);
    throw error;
  }
  return { success: true as const };
});
