import { expect, test } from "vitest";
import type { EmailStatus } from "@/lib/auth/emails/contract";
import { describeEmail } from "./email-words";

const none = { error: null, attempts: 0, nextAttemptAt: null, sentAt: null };

test.each<[EmailStatus, string, string]>([
  [{ ...none, state: "not_configured" }, "not emailed", "nothing was sent to ada@example.com"],
  [{ ...none, state: "needs_verification" }, "not emailed", "your own email address isn’t verified"],
  [{ ...none, state: "queued" }, "sending", "Sending to ada@example.com…"],
  [{ ...none, state: "queued", error: "Away." }, "retrying", "Couldn’t send to ada@example.com yet. Away."],
  [{ ...none, state: "sent" }, "sent", "Sent to ada@example.com."],
  [{ ...none, state: "failed", error: "Refused." }, "failed", "Couldn’t send to ada@example.com. Refused."],
])("%o is described as %s", (status, badge, text) => {
  const described = describeEmail(status, "ada@example.com");
  expect([described.badge, described.text]).toEqual([badge, expect.stringContaining(text)]);
});
