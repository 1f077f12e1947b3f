import { requireUser } from "@/lib/auth/access";
import { verificationTopic } from "@/lib/auth/address-proof";
import { statusesOf } from "@/lib/auth/emails/queue-email";
import { implement } from "@/lib/operations/implement";
import { getAccountEmails } from "./contract";
import { emailChangeTopic } from "./ways/email-change";

export const handleGetAccountEmails = implement(getAccountEmails, async (ctx, input) => {
  const { id } = requireUser(ctx);
  await input.fields();
  const topics = { verification: verificationTopic(id), emailChange: emailChangeTopic(id) };
  const found = await statusesOf(ctx.db, Object.values(topics));
  return {
    verification: found.get(topics.verification) ?? null,
    emailChange: found.get(topics.emailChange) ?? null,
  };
});
