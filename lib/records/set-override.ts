import { and, isNull } from "drizzle-orm";
import type { Db } from "@/db/client";
import { laterThan } from "@/db/schema/columns";
import { overrides } from "@/db/schema/flags";
import { requireConfirmed } from "@/lib/environments/require-confirmed";
import { selectEnvironment } from "@/lib/environments/require-environment";
import { requireOwnSatisfied } from "@/lib/flag-values/value-schema/require-satisfied";
import { implement } from "@/lib/operations/implement";
import { setOverride } from "./contract";
import { forgetRecord } from "./forget-record";
import { holdOverridden } from "./hold-overridden";
import { noteOverride } from "./note-override";
import { overrideColumns } from "./override-columns";
import { isPlace, type Place } from "./override-place";
import { withinValues } from "./override-values";
import { toOverride } from "./to-override";

export const handleSetOverride = implement(setOverride, async (ctx, input) => {
  const { project, group, record, flag } = await holdOverridden(ctx, input);
  const { environmentKey, ...given } = await input.fields();
  const columns = overrideColumns(given, flag.type);
  requireOwnSatisfied(ctx, project.teamId, flag, given.value);
  const environment = await selectEnvironment(ctx.db, group.projectId, environmentKey);
  requireConfirmed(ctx, [environment]);
  const place = { recordId: record.id, groupFlagId: flag.id, environmentId: environment.id };
  const values = { place, ownerId: group.projectId, value: columns.value };
  const { before, after } = await withinValues(ctx, values, ({ db }) => write(db, place, columns, ctx.now()));
  noteOverride(ctx, { before, after }, { record, flag, environment });
  ctx.after(() => forgetRecord(record.id));
  return after ? toOverride(after, { flag, environment }) : { success: true as const };
});

/** Absent fields keep their value; an override without any is none. */
async function write(db: Db, place: Place, columns: ReturnType<typeof overrideColumns>, now: Date) {
  const [before] = await db.select().from(overrides).where(isPlace(place)).for("update");
  // Small steps that end take along the percentage that was only these rounded.
  const endsSteps = typeof before?.rolloutBasisPoints === "number" && columns.rolloutBasisPoints === null;
  const set = { ...(endsSteps && { rollout: null }), ...columns };
  const [override] = await db
    .insert(overrides)
    .values({ ...place, ...columns })
    .onConflictDoUpdate({
      target: [overrides.recordId, overrides.groupFlagId, overrides.environmentId],
      set: { ...set, updatedAt: laterThan(overrides.updatedAt, now) },
    })
    .returning();
  const { enabled, rollout, value } = overrides;
  const removed = await db
    .delete(overrides)
    .where(and(isPlace(place), isNull(enabled), isNull(rollout), isNull(value)))
    .returning({ recordId: overrides.recordId });
  return { before, after: removed.length > 0 ? undefined : override };
}
