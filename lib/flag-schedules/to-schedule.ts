import { asc, inArray } from "drizzle-orm";
import type { Db } from "@/db/client";
import { scheduledChanges } from "@/db/schema/flag-schedules";
import type { FlagSchedule } from "./contract";
import type { ScheduleRow } from "./flag-place";
import { stateOf } from "./planned-steps";

export type StepRow = typeof scheduledChanges.$inferSelect;

/** A schedule as the API shows it. */
export function toSchedule(row: ScheduleRow, steps: readonly StepRow[]): FlagSchedule {
  const { id, flagId, groupFlagId, actorKind, actorId, actorName, createdAt } = row;
  return {
    ...{ id, flagId, groupFlagId },
    state: stateOf(steps),
    steps: steps.map((step) => ({
      ...{ id: step.id, at: step.at.toISOString(), change: step.change, state: step.state },
      ...{ endedAt: step.endedAt?.toISOString() ?? null, reason: step.reason },
    })),
    createdBy: { kind: actorKind, id: actorId, name: actorName },
    createdAt: createdAt.toISOString(),
  };
}

/** The same for several, whose steps are read together. */
export async function withSteps(db: Db, rows: readonly ScheduleRow[]): Promise<FlagSchedule[]> {
  if (rows.length === 0) return [];
  const steps = await db
    .select()
    .from(scheduledChanges)
    .where(
      inArray(
        scheduledChanges.scheduleId,
        rows.map(({ id }) => id),
      ),
    )
    .orderBy(asc(scheduledChanges.position));
  const bySchedule = new Map<string, StepRow[]>(rows.map(({ id }) => [id, []]));
  for (const step of steps) bySchedule.get(step.scheduleId)?.push(step);
  return rows.map((row) => toSchedule(row, bySchedule.get(row.id) ?? []));
}
