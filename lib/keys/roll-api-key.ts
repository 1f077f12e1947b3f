import { apiKeys } from "@/db/schema/keys";
import { requireProjectNow, requireUser } from "@/lib/auth/access";
import { withTeamOf } from "@/lib/auth/hold-team";
import { forgetKeys } from "@/lib/auth/known-keys";
import { writeColumns } from "@/lib/operations/change-row";
import type { Ctx } from "@/lib/operations/context";
import { AppError } from "@/lib/operations/errors";
import { implement } from "@/lib/operations/implement";
import { announceAccessChange } from "@/lib/platform/bus/access-changes";
import { rollApiKey } from "./contract";
import { insertApiKey } from "./insert-api-key";
import { requireApiKey } from "./require-api-key";
import type { ApiKeyRow } from "./to-api-key";

export const handleRollApiKey = implement(rollApiKey, async (ctx, input) => {
  const project = await requireProjectNow(ctx, { referenceId: input.projectId });
  const { personal } = requireOwn(ctx, await requireApiKey(ctx, project, input.keyId));
  const { graceMinutes } = await input.fields();
  const now = ctx.now();
  const graceEnd = new Date(now.getTime() + graceMinutes * 60_000);
  const { key, successor } = await withTeamOf(
    ctx,
    project.id,
    personal ? {} : { role: "admin" },
    async (inner, held) => {
      const key = await requireApiKey(inner, held, input.keyId, "no key update");
      if (key.successorId || key.revokedAt || (key.expiresAt && key.expiresAt <= now)) throw cannotRoll();
      const { name, scopes, environmentId, origins } = key;
      const successor = await insertApiKey(inner, held, {
        ...{ name, scopes, personal, environmentId, origins, createdAt: now },
        expiresAt: successorExpiry(key, now),
      });
      const end = key.expiresAt && key.expiresAt < graceEnd ? key.expiresAt : graceEnd;
      const ending = graceMinutes === 0 ? { revokedAt: now } : { expiresAt: end };
      await writeColumns(inner.db, apiKeys, key, { successorId: successor.id, ...ending });
      return { key, successor };
    },
  );
  ctx.after(() => forgetKeys([key.hash]));
  ctx.after(announceAccessChange);
  return successor;
});

/** Gives the new key the same lifetime as the old one. */
function successorExpiry({ expiresAt, createdAt }: ApiKeyRow, now: Date): Date | null {
  return expiresAt && new Date(now.getTime() + expiresAt.getTime() - createdAt.getTime());
}

const cannotRoll = () =>
  new AppError("conflict", "This API key is revoked, expired or already rolled. Create a new one.");

/**
 * The new key would act for its owner, so only they can get it.
 * @throws {AppError} `forbidden`
 */
function requireOwn(ctx: Ctx, key: ApiKeyRow): ApiKeyRow {
  if (!key.personal || key.createdBy === requireUser(ctx).id) return key;
  throw new AppError("forbidden", "Only its owner can roll a personal key. You can revoke it.");
}
