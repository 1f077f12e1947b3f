import { countRate } from "@/lib/auth/limits";
import type { Ctx } from "@/lib/operations/context";
import { AppError } from "@/lib/operations/errors";
import { log } from "@/lib/platform/log/log";
import { MailError } from "@/lib/platform/mail/mail-error";
import type { SendMail } from "@/lib/platform/mail/message";
import { quotaOf } from "@/lib/platform/quotas/quota-of";
import { DeliveryError } from "./deliver";

/**
 * Sends for a project, and counts what it sends.
 * @returns fails with a `DeliveryError`, or `rate_limited` once the project has sent what it may in a day
 */
export function mailOfProject(ctx: Ctx, projectId: string, send: SendMail): SendMail {
  return async (mail) => {
    await countMail(ctx, projectId);
    try {
      await send(mail);
    } catch (error) {
      if (!(error instanceof MailError)) throw error;
      const { message: reason, scope, outcome, isFinal, detail } = error;
      if (scope === "service") log().warn({ requestId: ctx.requestId, detail }, reason);
      const isUnknown = outcome === "unknown";
      throw new DeliveryError(reason, { isUnknown, isFinal, isForAll: scope === "service" });
    }
  };
}

export async function countMail(ctx: Ctx, projectId: string): Promise<void> {
  try {
    await countRate(ctx, "mailsPerDay", projectId);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "rate_limited") throw error;
    const { headers } = error;
    const hours = Math.ceil(Number(headers["retry-after"]) / 3600);
    const message = `The project has sent the ${quotaOf("mailsPerDay")} e-mails that it may in a day. Go on in ${hours} h.`;
    throw new AppError("rate_limited", message, { headers, cause: error });
  }
}
