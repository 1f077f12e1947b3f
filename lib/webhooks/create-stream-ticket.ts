import { requireProject } from "@/lib/auth/access";
import { implement } from "@/lib/operations/implement";
import { createStreamTicket } from "./contract";
import { requireWebhook } from "./require-webhook";
import { makeTicket } from "./stream-tickets";

export const handleCreateStreamTicket = implement(createStreamTicket, async (ctx, input) => {
  const project = await requireProject(ctx, { id: input.projectId });
  const webhook = await requireWebhook(ctx, project.id, input.webhookId);
  await input.fields();
  return makeTicket(ctx, { webhookId: webhook.id });
});
