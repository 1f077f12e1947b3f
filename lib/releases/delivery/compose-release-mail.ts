import type { ProjectRow } from "@/lib/auth/access";
import type { Ctx } from "@/lib/operations/context";
import { log } from "@/lib/platform/log/log";
import { MailError } from "@/lib/platform/mail/mail-error";
import type { Mail } from "@/lib/platform/mail/message";
import { attachmentsToSend } from "../attachments/attachments";
import type { ReleaseRow } from "../notes/to-release";
import { releaseMail } from "./release-mail";
import { releasePage } from "./release-page";
import { subscriptionUrl } from "./subscription";

/** What a recipient of a release gets, attachments and the link to end it included. */
export async function composeReleaseMail(
  ctx: Ctx,
  project: ProjectRow,
  release: ReleaseRow,
): Promise<(to: string) => Omit<Mail, "id">> {
  const attachments = await attachmentsToSend(ctx.db, release.id);
  const messageWith = releaseMail({
    title: release.title,
    content: release.content,
    isDraft: release.status === "draft",
    projectName: project.name,
    url: await releasePage(ctx, project, release),
  });
  return (to) => {
    // One person, however the address is written.
    const subscription = { projectId: project.id, recipient: to.toLowerCase() };
    return { to, attachments, ...messageWith(subscriptionUrl(subscription)) };
  };
}

/** For the operator: what the mail service said when it failed as a whole. */
export function noteServiceFailure(ctx: Ctx, error: unknown): void {
  if (!(error instanceof MailError) || error.scope !== "service") return;
  log().warn({ requestId: ctx.requestId, detail: error.detail }, error.message);
}
