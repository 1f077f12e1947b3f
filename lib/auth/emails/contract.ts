import { z } from "zod";
import { Timestamp } from "@/lib/operations/fields";

export type EmailStatus = z.output<typeof EmailStatus>;
/** What became of an email. */
export const EmailStatus = z
  .object({
    state: z.enum(["not_configured", "needs_verification", "queued", "sent", "failed"]).meta({
      description:
        "not_configured: the instance has no mail service, and its administrator finds the email in the outbox; needs_verification: the sender has to verify their own address first; queued: waits for its first attempt, or for a retry after `error`",
    }),
    error: z.string().nullable().meta({ description: "why the last attempt failed" }),
    attempts: z.int(),
    nextAttemptAt: Timestamp.nullable(),
    sentAt: Timestamp.nullable(),
  })
  .meta({ id: "EmailStatus" });

const none = { error: null, attempts: 0, nextAttemptAt: null, sentAt: null };
export const notConfigured: EmailStatus = { state: "not_configured", ...none };
export const queued: EmailStatus = { state: "queued", ...none };
export const needsVerification: EmailStatus = { state: "needs_verification", ...none };
