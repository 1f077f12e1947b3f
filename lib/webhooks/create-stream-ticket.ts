import { streamTickets } from "@/db/schema/webhooks";
import { requireProject } from "@/lib/auth/access";
import { implement } from "@/lib/operations/implement";
import { createStreamTicket } from "./contract";
import { requireWebhook } from "./require-webhook";
import { holderOf, newTicket, ticketHash, ticketMs } from "./stream-access";

export const handleCreateStreamTicket = implement(createStreamTicket, async (ctx, input) => {
  const project = await requireProject(ctx, { uuid: input.projectId });
  const webhook = await requireWebhook(ctx, project.id, input.webhookId);
  await input.fields();
  const ticket = newTicket();
  const expiresAt = new Date(ctx.now().getTime() + ticketMs);
  await ctx.db.insert(streamTickets).values({
    hash: ticketHash(ticket),
    webhookId: webhook.id,
    holder: holderOf(ctx.actor),
    expiresAt,
  });
  return { ticket, expiresAt: expiresAt.toISOString() };
});
