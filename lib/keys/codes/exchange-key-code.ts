import { eq } from "drizzle-orm";
import { keyCodes } from "@/db/schema/keys";
import { countEntrance } from "@/lib/auth/sign-in-limits";
import { AppError } from "@/lib/operations/errors";
import { implement } from "@/lib/operations/implement";
import { SealError, unseal } from "@/lib/platform/secrets/seal";
import { exchangeKeyCode } from "./contract";
import { challengeOf, codeHash, sealRow } from "./key-codes";

export const handleExchangeKeyCode = implement(exchangeKeyCode, async (ctx, input) => {
  await countEntrance(ctx);
  const { code, verifier } = await input.fields();
  const hash = codeHash(code);
  // Gone whatever the verifier is: whoever has a code and not the verifier has stolen it.
  const [row] = await ctx.db.delete(keyCodes).where(eq(keyCodes.hash, hash)).returning();
  if (!row || row.expiresAt <= ctx.now() || challengeOf(verifier) !== row.challenge) throw noKey();
  try {
    return { key: unseal(row.sealedKey, sealRow(hash)) };
  } catch (error) {
    // The installation got another AUTH_SECRET since the code was made.
    if (error instanceof SealError) throw noKey();
    throw error;
  }
});

const noKey = () => new AppError("unauthorized", "The code is unknown, used or expired. Sign in again.");
