import { randomBytes } from "node:crypto";
import { and, eq, gt, isNull, or } from "drizzle-orm";
import { apiKeys, keyCodes } from "@/db/schema/keys";
import { requireUser } from "@/lib/auth/access";
import { isLive } from "@/lib/auth/key-rows";
import { keyHash } from "@/lib/auth/key-text";
import { notFound } from "@/lib/operations/errors";
import { implement } from "@/lib/operations/implement";
import { seal } from "@/lib/platform/secrets/seal";
import { createKeyCode } from "./contract";
import { codeHash, codeMs, pruneKeyCodes, sealRow } from "./key-codes";

const isUnexpired = (now: Date) => or(isNull(apiKeys.expiresAt), gt(apiKeys.expiresAt, now));

export const handleCreateKeyCode = implement(createKeyCode, async (ctx, input) => {
  const user = requireUser(ctx);
  const { apiKey, challenge } = await input.fields();
  const isOwn = and(
    eq(apiKeys.hash, keyHash(apiKey)),
    eq(apiKeys.createdBy, user.id),
    isLive(),
    isUnexpired(ctx.now()),
  );
  const [row] = await ctx.db.select({ id: apiKeys.id }).from(apiKeys).where(isOwn);
  if (!row) throw notFound("API key");
  const now = ctx.now();
  // However often a person signs in, codes of the last two minutes are kept.
  await pruneKeyCodes(ctx.db, now);
  const code = randomBytes(32).toString("base64url");
  const hash = codeHash(code);
  const expiresAt = new Date(now.getTime() + codeMs);
  await ctx.db
    .insert(keyCodes)
    .values({ hash, keyId: row.id, challenge, sealedKey: seal(apiKey, sealRow(hash)), expiresAt });
  return { code, expiresAt: expiresAt.toISOString() };
});
