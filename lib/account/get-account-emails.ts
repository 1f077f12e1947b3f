import { requireUser } from "@/lib/auth/access";
import { statusesOf } from "@/lib/auth/emails/queue-email";
import { emailChangeTopic, verificationTopic } from "@/lib/auth/emails/topics";
import { implement } from "@/lib/operations/implement";
import { getAccountEmails } from "./contract";

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
