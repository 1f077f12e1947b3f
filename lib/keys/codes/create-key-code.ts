import { randomBytes } from "node:crypto";
import { keyCodes } from "@/db/schema/keys";
import { requireProject } from "@/lib/auth/access";
import { keyOf } from "@/lib/auth/known-keys";
import { AppError } from "@/lib/operations/errors";
import { implement } from "@/lib/operations/implement";
import { seal } from "@/lib/platform/secrets/seal";
import { createKeyCode } from "./contract";
import { codeHash, codeMs, pruneKeyCodes, sealRow } from "./key-codes";

export const handleCreateKeyCode = implement(createKeyCode, async (ctx, input) => {
  const key = keyOf(ctx.headers);
  if (ctx.actor.kind !== "key" || key === undefined) throw new AppError("unauthorized", "Missing API key");
  const { id: keyId, projectId } = ctx.actor.key;
  await requireProject(ctx, { id: projectId });
  const { challenge } = await input.fields();
  const now = ctx.now();
  // Who asks again and again keeps no more than two minutes' worth.
  await pruneKeyCodes(ctx.db, now);
  const code = randomBytes(32).toString("base64url");
  const hash = codeHash(code);
  const expiresAt = new Date(now.getTime() + codeMs);
  await ctx.db
    .insert(keyCodes)
    .values({ hash, keyId, challenge, sealedKey: seal(key, sealRow(hash)), expiresAt });
  return { code, expiresAt: expiresAt.toISOString() };
});
