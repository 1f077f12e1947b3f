import { statusOf } from "@/lib/operations/error-codes";
import { AppError } from "@/lib/operations/errors";
import { implement } from "@/lib/operations/implement";
import { holderOfGrant, statesOfStreams } from "./stream-access";
import { checkStreams } from "./stream-contract";

export const handleCheckStreams = implement(checkStreams, async (ctx, input) => {
  const { streams } = await input.fields();
  const asked = streams.map(({ webhookId, grant }) => ({
    webhookId,
    holder: holderOfGrant(grant, webhookId),
  }));
  const states = await statesOfStreams(ctx, asked);
  return {
    streams: states.map((state) => {
      if (state instanceof AppError) return { status: statusOf[state.code], state: null };
      const { source, expiresAt } = state;
      return {
        status: 200,
        state: { lastSequence: source.lastSequence, expiresAt: expiresAt?.toISOString() ?? null },
      };
    }),
  };
});
