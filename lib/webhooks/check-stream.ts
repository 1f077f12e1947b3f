import { implement } from "@/lib/operations/implement";
import { checkStream } from "./contract";
import { holderOfGrant, requireStream } from "./stream-access";

export const handleCheckStream = implement(checkStream, async (ctx, input) => {
  const holder = holderOfGrant(ctx.headers, input.webhookId);
  const { webhook, expiresAt } = await requireStream(ctx, input.webhookId, holder);
  return { lastSequence: webhook.lastSequence, expiresAt: expiresAt?.toISOString() ?? null };
});
