import { v4 as uuidv4 } from "uuid";
import { requireProject } from "@/lib/auth/access";
import { requireMayMail } from "@/lib/auth/address-proof";
import { countRate } from "@/lib/auth/limits";
import type { Ctx } from "@/lib/operations/context";
import { AppError } from "@/lib/operations/errors";
import { type Implementation, implement } from "@/lib/operations/implement";
import type { Input } from "@/lib/operations/operation";
import { requireRelease, stillProcessing } from "../notes/require-release";
import { readSettings } from "../settings/read-settings";
import { channels } from "./channels";
import { type ChannelKind, sendReleaseByEmail, sendReleaseTest, sendReleaseToSlack } from "./contract";
import { deliverOnce } from "./deliver";
import { deliverToAll } from "./deliver-to-all";
import { prepareMail } from "./email";
import { planRetry } from "./email-retries";

export const handleSendReleaseToSlack = implement(sendReleaseToSlack, sendOn("slack"));
export const handleSendReleaseByEmail = implement<typeof sendReleaseByEmail>(
  sendReleaseByEmail,
  sendOn("email"),
);

export const handleSendReleaseTest = implement(sendReleaseTest, async (ctx, input) => {
  const { project, release } = await requireWritten(ctx, input);
  if (ctx.actor.kind !== "user") {
    throw new AppError(
      "conflict",
      "A test goes to the address of whoever is signed in. An API key has none.",
    );
  }
  await requireMayMail(ctx, project.teamId);
  await countRate(ctx, "testMailsPerHour", ctx.actor.user.id);
  const send = await prepareMail(ctx, project, release, "Test: ");
  // A new id each time, so that a repeated test is sent again.
  await send(ctx.actor.user.email, uuidv4());
  return { success: true as const };
});

function sendOn(kind: ChannelKind): Implementation<typeof sendReleaseToSlack>["run"] {
  const channel = channels[kind];
  return async (ctx, input) => {
    const { project, release } = await requireWritten(ctx, input);
    const named = await channel.recipientsOf(ctx, await readSettings(ctx.db, project.id), project.id);
    if (named.length === 0) throw new AppError("conflict", channel.notSetUp);
    const recipients = await channel.admit(ctx, project, named);
    const send = await channel.prepare(ctx, project, release);
    const { id: releaseId, revision, status } = release;
    const missing = await deliverToAll(recipients, (recipient) => {
      const key = channel.keyOf(recipient);
      const delivery = { releaseId, revision, channel: kind, recipient: key, isDraft: status === "draft" };
      return deliverOnce(ctx.db, delivery, ctx.now, (id) => send(recipient, id));
    });
    if (kind === "email") await planRetry(ctx, release, missing);
    const problem = channel.undelivered(missing, recipients, named);
    if (problem) throw problem;
    return { success: true as const };
  };
}

/** The release, once its notes are written. */
async function requireWritten(ctx: Ctx, input: Input<typeof sendReleaseToSlack>) {
  const project = await requireProject(ctx, { id: input.projectId });
  const release = await requireRelease(ctx, project.id, input.releaseId);
  await input.fields();
  if (release.status === "processing") throw stillProcessing();
  return { project, release };
}
