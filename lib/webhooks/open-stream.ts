import { implement } from "@/lib/operations/implement";
import { holderOfRequest, holderOfTicket, requireStream, sealGrant } from "./stream-access";
import { openStream } from "./stream-contract";

export const handleOpenStream = implement(openStream, async (ctx, input) => {
  const { ticket } = await input.fields();
  const { webhookId } = input;
  const holder = ticket ? await holderOfTicket(ctx, webhookId, ticket) : await holderOfRequest(ctx.headers);
  const { webhook, expiresAt } = await requireStream(ctx, webhookId, holder);
  return {
    grant: sealGrant(webhook.id, holder),
    lastSequence: webhook.lastSequence,
    expiresAt: expiresAt?.toISOString() ?? null,
  };
});
