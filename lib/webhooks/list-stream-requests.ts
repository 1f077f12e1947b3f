import { AppError } from "@/lib/operations/errors";
import { implement } from "@/lib/operations/implement";
import { holderOfGrant, requireStream } from "./stream-access";
import { grantHeader, listStreamRequests } from "./stream-contract";
import { readStreamAfter } from "./stream-sources";

/**
 * Limit for the bodies of one answer, except for the last one. A stream holds one answer for each client that catches
 * up.
 */
const pageBytesMax = 512 * 1024;

export const handleListStreamRequests = implement(listStreamRequests, async (ctx, input) => {
  const holder = holderOfGrant(ctx.headers.get(grantHeader) ?? "", input.webhookId);
  if (!holder) throw new AppError("unauthorized", "Unauthorized");
  await requireStream(ctx, input.webhookId, holder);
  const { after } = await input.fields();
  const stream = input.webhookId.toLowerCase();
  return readStreamAfter(ctx.db, stream, ctx.now(), { after, bytesMax: pageBytesMax });
});
