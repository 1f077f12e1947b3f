import { and, asc, eq } from "drizzle-orm";
import { scheduledChanges } from "@/db/schema/flag-schedules";
import { type Ctx, transaction } from "@/lib/operations/context";
import { AppError, notFound } from "@/lib/operations/errors";
import { implement } from "@/lib/operations/implement";
import { noteBefore, noteTrail } from "@/lib/operations/trail";
import { cancelFlagSchedule, cancelGroupFlagSchedule, type FlagSchedule } from "./contract";
import { globalPlace, groupPlace, holdFlag, type NamedPlace, requireSchedule } from "./flag-place";
import { toSchedule } from "./to-schedule";

export const handleCancelFlagSchedule = implement(cancelFlagSchedule, async (ctx, input) => {
  const place = await globalPlace(ctx, input);
  await requireSchedule(ctx, place, input.scheduleId);
  await input.fields();
  return cancel(ctx, place, input.scheduleId);
});

export const handleCancelGroupFlagSchedule = implement(cancelGroupFlagSchedule, async (ctx, input) => {
  const place = await groupPlace(ctx, input);
  await requireSchedule(ctx, place, input.scheduleId);
  await input.fields();
  return cancel(ctx, place, input.scheduleId);
});

/** What is being done at this moment is done: its step holds the flag, and this waits for it. */
function cancel(ctx: Ctx, { name, ...place }: NamedPlace, id: string): Promise<FlagSchedule> {
  return transaction(ctx, async (inner) => {
    const { db } = inner;
    if (!(await holdFlag(db, place))) throw notFound("Flag");
    const schedule = await requireSchedule(inner, place, id);
    const own = eq(scheduledChanges.scheduleId, id);
    const steps = () => db.select().from(scheduledChanges).where(own).orderBy(asc(scheduledChanges.position));
    const before = toSchedule(schedule, await steps());
    const cancelled = await db
      .update(scheduledChanges)
      .set({ state: "cancelled", endedAt: ctx.now() })
      .where(and(own, eq(scheduledChanges.state, "pending")))
      .returning({ id: scheduledChanges.id });
    if (cancelled.length === 0)
      throw new AppError(
        "conflict",
        "Nothing of this schedule is pending any more, so nothing was cancelled.",
      );
    noteBefore(ctx, before);
    noteTrail(ctx, { subject: { id: place.flagId ?? place.groupFlagId ?? "", name } });
    return toSchedule(schedule, await steps());
  });
}
