import { implement } from "@/lib/operations/implement";
import { holderOfRequest, requireStream, sealGrant } from "./stream-access";
import { openStream } from "./stream-contract";
import { holderOfTicket } from "./stream-tickets";

export const handleOpenStream = implement(openStream, async (ctx, input) => {
  const { ticket } = await input.fields();
  const stream = input.webhookId.toLowerCase();
  const holder = ticket ? await holderOfTicket(ctx, stream, ticket) : await holderOfRequest(ctx.headers);
  const { source, expiresAt } = await requireStream(ctx, stream, holder);
  return {
    grant: sealGrant(stream, holder),
    lastSequence: source.lastSequence,
    expiresAt: expiresAt?.toISOString() ?? null,
  };
});
