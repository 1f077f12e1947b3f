import { and, eq, isNull } from "drizzle-orm";
import type { Db } from "@/db/client";
import { laterThan } from "@/db/schema/columns";
import { flagGroups, overrides } from "@/db/schema/flags";
import { requireProject } from "@/lib/auth/access";
import { requireConfirmed } from "@/lib/environments/require-confirmed";
import { selectEnvironment } from "@/lib/environments/require-environment";
import { requireOwnSatisfied } from "@/lib/flag-values/value-schema/require-satisfied";
import { requireGroup, requireGroupFlag } from "@/lib/groups/require-group";
import { transaction } from "@/lib/operations/context";
import { implement } from "@/lib/operations/implement";
import { setOverride } from "./contract";
import { forgetRecord } from "./forget-record";
import { noteOverride } from "./note-override";
import { overrideColumns } from "./override-columns";
import { isPlace, type Place } from "./override-place";
import { withinValues } from "./override-values";
import { requireRecord } from "./require-record";
import { toOverride } from "./to-override";

export const handleSetOverride = implement(setOverride, async (ctx, input) => {
  const project = await requireProject(ctx, { referenceId: input.projectId });
  const group = await requireGroup(ctx, project.id, input.groupId);
  const record = await requireRecord(ctx, group.id, input.recordId);
  const flag = await requireGroupFlag(ctx, group.id, input.groupFlagId);
  const { environmentKey, ...given } = await input.fields();
  const columns = overrideColumns(given, flag.type);
  requireOwnSatisfied(ctx, project.teamId, flag, given.value);
  const environment = await selectEnvironment(ctx.db, group.projectId, environmentKey);
  requireConfirmed(ctx, [environment]);
  const place = { recordId: record.id, groupFlagId: flag.id, environmentId: environment.id };
  const values = { place, ownerId: group.projectId, value: columns.value };
  const stored = await withinValues(ctx, values, (within) =>
    transaction(within, async ({ db }) => {
      // Makes a deletion of the group wait, so that it keeps this override too.
      await db
        .select({ id: flagGroups.id })
        .from(flagGroups)
        .where(eq(flagGroups.id, group.id))
        .for("key share");
      const { before, after } = await write(db, place, columns, ctx.now());
      noteOverride(ctx, { before, after }, { record, flag, environment });
      return after;
    }),
  );
  ctx.after(() => forgetRecord(record.id));
  return stored ? toOverride(stored, { flag, environment }) : { success: true as const };
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
