import { createHash } from "node:crypto";
import { requireProject } from "@/lib/auth/access";
import { AppError } from "@/lib/operations/errors";
import { implement } from "@/lib/operations/implement";
import { request } from "@/lib/platform/outbound/outbound";
import { OutboundError, type OutboundReason } from "@/lib/platform/outbound/outbound-error";
import { unseal } from "@/lib/platform/secrets/seal";
import { sendReleaseToSlack } from "../contract";
import { requireRelease, stillProcessing } from "../notes/require-release";
import { readSettings } from "../settings/read-settings";
import { slackSealRow } from "../settings/to-settings";
import { deliverOnce, UnknownDelivery } from "./deliver";
import { releasePage } from "./release-page";
import { slackMessage } from "./slack-message";

const timeoutMs = 10_000;
const mayHaveArrived: ReadonlySet<OutboundReason> = new Set(["timeout", "protocol", "too_large"]);

export const handleSendReleaseToSlack = implement(sendReleaseToSlack, async (ctx, input) => {
  const project = await requireProject(ctx, { uuid: input.projectId });
  const release = await requireRelease(ctx, project.id, input.releaseId);
  await input.fields();
  if (release.status === "processing") throw stillProcessing();
  const { slackWebhookUrl } = await readSettings(ctx.db, project.id);
  if (!slackWebhookUrl) throw new AppError("conflict", "Slack is not configured for this project");
  const url = unseal(slackWebhookUrl, slackSealRow(project.id));
  const isDraft = release.status === "draft";
  const message = slackMessage({
    title: release.title,
    content: release.content,
    isDraft,
    url: await releasePage(ctx, project, release),
  });
  const recipient = createHash("sha256").update(url).digest("hex");
  const delivery = {
    releaseId: release.id,
    revision: release.revision,
    channel: "slack" as const,
    recipient,
    isDraft,
  };
  await deliverOnce(ctx.db, delivery, ctx.now, () => post(url, message));
  return { success: true as const };
});

/** @throws {AppError} `bad_gateway` with Slack's reason */
async function post(url: string, message: object): Promise<void> {
  try {
    const { statusCode, body } = await request({
      url,
      method: "POST",
      headers: [["Content-Type", "application/json"]],
      body: Buffer.from(JSON.stringify(message)),
      timeoutMs,
      maxBytes: 64 * 1024,
      redirects: "none",
    });
    if (statusCode >= 200 && statusCode < 300) return;
    const reason = body
      .toString("utf8")
      .replace(/\p{Cc}/gu, " ")
      .trim()
      .slice(0, 200);
    throw new AppError("bad_gateway", `Slack refused the message: ${statusCode}${reason && ` ${reason}`}`);
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    if (mayHaveArrived.has(error.reason)) {
      throw new UnknownDelivery(
        "bad_gateway",
        "Slack did not say whether it took the message. Look into the channel; should it not be there, change the release and send it again.",
      );
    }
    throw new AppError("bad_gateway", `Slack was not reached: ${error.message}`);
  }
}
