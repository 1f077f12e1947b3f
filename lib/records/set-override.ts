import { and, eq, isNull } from "drizzle-orm";
import { laterThan } from "@/db/schema/columns";
import { flagGroups, overrides } from "@/db/schema/flags";
import { selectEnvironment } from "@/lib/environments/require-environment";
import { requireGroupFlag } from "@/lib/groups/require-group";
import { transaction } from "@/lib/operations/context";
import { implement } from "@/lib/operations/implement";
import { setOverride } from "./contract";
import { forgetRecord } from "./forget-record";
import { noteOverride } from "./note-override";
import { isPlace } from "./override-place";
import { requireGroupOfPath, requireRecord } from "./require-record";
import { toOverride } from "./to-override";

export const handleSetOverride = implement(setOverride, async (ctx, input) => {
  const group = await requireGroupOfPath(ctx, input);
  const record = await requireRecord(ctx, group.id, input.recordId);
  const flag = await requireGroupFlag(ctx, group.id, input.groupFlagId);
  const { environmentKey, ...given } = await input.fields();
  const environment = await selectEnvironment(ctx.db, group.projectId, environmentKey);
  const place = { recordId: record.id, groupFlagId: flag.id, environmentId: environment.id };
  const stored = await transaction(ctx, async ({ db }) => {
    // Makes a deletion of the group wait, so that it keeps this override too.
    await db
      .select({ id: flagGroups.id })
      .from(flagGroups)
      .where(eq(flagGroups.id, group.id))
      .for("key share");
    const [before] = await db.select().from(overrides).where(isPlace(place)).for("update");
    // Absent fields keep their value.
    const [override] = await db
      .insert(overrides)
      .values({ ...place, enabled: given.enabled ?? null, rollout: given.rollout ?? null })
      .onConflictDoUpdate({
        target: [overrides.recordId, overrides.groupFlagId, overrides.environmentId],
        set: { ...given, updatedAt: laterThan(overrides.updatedAt, ctx.now()) },
      })
      .returning();
    const isSet = override && (override.enabled !== null || override.rollout !== null);
    noteOverride(ctx, { before, after: isSet ? override : undefined }, { record, flag, environment });
    if (isSet) return override;
    await db
      .delete(overrides)
      .where(and(isPlace(place), isNull(overrides.enabled), isNull(overrides.rollout)));
    return undefined;
  });
  ctx.after(() => forgetRecord(record.id));
  return stored ? toOverride(stored, { flag, environment }) : { success: true as const };
});
