import { createHash } from "node:crypto";
import { invalid } from "@/lib/operations/read-body";
import { targetProblem } from "@/lib/platform/outbound/check-target";
import { request } from "@/lib/platform/outbound/outbound";
import { OutboundError, type OutboundReason } from "@/lib/platform/outbound/outbound-error";
import { openSecret, secretColumns } from "../settings/secrets";
import type { Channel } from "./channels";
import { DeliveryError } from "./deliver";
import { releasePage } from "./release-page";
import { slackMessage } from "./slack-message";

const timeoutMs = 10_000;
const mayHaveArrived: ReadonlySet<OutboundReason> = new Set(["timeout", "protocol", "too_large"]);

/** The recipient is the address of the channel's incoming webhook, which is a secret. */
export const slack: Channel = {
  notSetUp: "Slack is not configured for this project",
  columnsOf({ slackWebhookUrl: url }, projectId) {
    const message = url ? targetProblem(url) : undefined;
    if (message) throw invalid([{ path: "slackWebhookUrl", message }]);
    return secretColumns("slackWebhookUrl", url, projectId);
  },
  async recipientsOf(_ctx, settings, projectId) {
    const url = openSecret("slackWebhookUrl", settings, projectId);
    return url ? [url] : [];
  },
  admit: async (_ctx, _project, recipients) => recipients,
  keyOf: (url) => createHash("sha256").update(url).digest("hex"),
  async prepare(ctx, project, release) {
    const { url: page } = await releasePage(ctx, project, release);
    const message = slackMessage(release, page);
    return (url) => post(url, message);
  },
  undelivered: ([only]) => only?.error,
};

/** @throws {DeliveryError} with Slack's reason */
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
    const text = body.toString("utf8").replace(/\p{Cc}/gu, " ");
    const reason = text.trim().slice(0, 200);
    throw new DeliveryError(`Slack refused the message: ${statusCode}${reason && ` ${reason}`}`);
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    if (mayHaveArrived.has(error.reason)) {
      throw new DeliveryError(
        "Slack did not say whether it took the message. Look into the channel; should it not be there, change the release and send it again.",
        { isUnknown: true },
      );
    }
    throw new DeliveryError(`Slack was not reached: ${error.message}`);
  }
}
