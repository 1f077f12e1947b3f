import { outbox } from "@/db/outbox";
import type { ProjectRow } from "@/lib/auth/access";
import { requireMayMail } from "@/lib/auth/address-proof";
import type { Ctx } from "@/lib/operations/context";
import { AppError } from "@/lib/operations/errors";
import { mailer } from "@/lib/platform/mail/mail";
import { confirmationMail } from "./confirmation-mail";
import { deliverToAll } from "./deliver-to-all";
import { mailOfProject } from "./mail-of-project";
import { originOf } from "./origin";
import { addressKey, askOnce, recipientStates } from "./recipients";
import { confirmationUrl, subscriptionUrl } from "./subscription";

/**
 * Those who may get release e-mails now. Whoever has to be asked first is asked, once.
 * @throws {AppError} `conflict` when it is nobody
 */
export async function admitRecipients(
  ctx: Ctx,
  project: ProjectRow,
  addresses: readonly string[],
): Promise<string[]> {
  await requireMayMail(ctx, project.teamId);
  const states = await recipientStates(ctx.db, project, addresses, ctx.now());
  const within = (...wanted: string[]) =>
    addresses.filter((address) => wanted.includes(states.get(address) ?? ""));
  const unasked = within("unasked");
  if (unasked.length > 0) await askAll(ctx, project, unasked);
  const admitted = within("open", "confirmed");
  if (admitted.length === 0) throw nobody(within("unasked", "pending").length, within("refused").length);
  return admitted;
}

async function askAll(ctx: Ctx, project: ProjectRow, addresses: readonly string[]): Promise<void> {
  const origin = await originOf(ctx, project);
  const send = mailOfProject(ctx, project.id, mailer(outbox(ctx.db)));
  const missing = await deliverToAll(addresses, (address) => {
    const subscription = { projectId: project.id, recipient: addressKey(address) };
    const urls = { confirm: confirmationUrl(subscription), refuse: subscriptionUrl(subscription) };
    const mail = confirmationMail(address, origin, urls);
    return askOnce(ctx.db, subscription, ctx.now(), () => send(mail));
  });
  if (missing[0]) throw missing[0].error;
}

function nobody(pending: number, refused: number): AppError {
  const reasons = [
    ...(pending > 0 ? [`${pending} asked by mail have not confirmed yet`] : []),
    ...(refused > 0 ? [`${refused} have ended these e-mails`] : []),
  ];
  return new AppError("conflict", `Nobody on the list takes release e-mails: ${reasons.join(", ")}.`);
}
