import { and, desc, eq, inArray, notExists, sql } from "drizzle-orm";
import KSUID from "ksuid";
import type { Db } from "@/db/client";
import { flagSchedules, scheduledChanges } from "@/db/schema/flag-schedules";
import { plannerOf } from "@/lib/auth/planner";
import type { Ctx } from "@/lib/operations/context";
import { AppError, notFound } from "@/lib/operations/errors";
import { implement } from "@/lib/operations/implement";
import { withinQuotas } from "@/lib/operations/quota";
import { noteTrail } from "@/lib/operations/trail";
import { wakeClock } from "@/lib/platform/process/clock";
import { createFlagSchedule, createGroupFlagSchedule, type FlagSchedule, pendingMax } from "./contract";
import {
  type FlagPlace,
  globalPlace,
  groupPlace,
  holdFlag,
  type NamedPlace,
  requirePlaceConfirmed,
  schedulesOf,
} from "./flag-place";
import { type PlannedStep, plannedSteps } from "./planned-steps";
import { toSchedule } from "./to-schedule";

/** Schedules of a flag that are kept although nothing of them is left to do. */
const endedMax = 20;

export const handleCreateFlagSchedule = implement(createFlagSchedule, async (ctx, input) => {
  const place = await globalPlace(ctx, input);
  const { steps } = await input.fields();
  return addSchedule(ctx, place, plannedSteps(steps, ctx.now()));
});

export const handleCreateGroupFlagSchedule = implement(createGroupFlagSchedule, async (ctx, input) => {
  const place = await groupPlace(ctx, input);
  const { steps } = await input.fields();
  return addSchedule(ctx, place, plannedSteps(steps, ctx.now()));
});

async function addSchedule(
  ctx: Ctx,
  { name, ...place }: NamedPlace,
  steps: readonly PlannedStep[],
): Promise<FlagSchedule> {
  await requirePlaceConfirmed(ctx, place);
  const planner = await plannerOf(ctx);
  const addition = { name: "scheduledChanges", ownerId: place.projectId, adding: steps.length } as const;
  const made = await withinQuotas(ctx, [addition], async ({ db }) => {
    if (!(await holdFlag(db, place))) throw notFound("Flag");
    await requireRoom(db, place);
    await forgetEnded(db, place);
    const id = KSUID.randomSync().string;
    const row = { id, ...place, ...planner, createdAt: ctx.now() };
    await db.insert(flagSchedules).values(row);
    const rows = steps.map((step, position) => ({
      ...step,
      ...{ id: KSUID.randomSync().string, scheduleId: id, position },
    }));
    return toSchedule(row, await db.insert(scheduledChanges).values(rows).returning());
  });
  // The trail has it among the changes of the flag.
  noteTrail(ctx, { subject: { id: place.flagId ?? place.groupFlagId ?? "", name } });
  ctx.after(() => wakeClock("scheduled changes"));
  return made;
}

const pendingOf = (db: Db) =>
  db
    .select({ one: sql`1` })
    .from(scheduledChanges)
    .where(and(eq(scheduledChanges.scheduleId, flagSchedules.id), eq(scheduledChanges.state, "pending")));

/** @throws {AppError} `conflict` */
async function requireRoom(db: Db, place: FlagPlace): Promise<void> {
  const pending = await db
    .select({ id: flagSchedules.id })
    .from(flagSchedules)
    .where(and(schedulesOf(place), sql`exists ${pendingOf(db)}`))
    .limit(pendingMax);
  if (pending.length < pendingMax) return;
  throw new AppError(
    "conflict",
    `This flag has ${pendingMax} schedules that are not over, which is the most. Cancel one of them first.`,
  );
}

/** So that what is over stays bounded, however often somebody plans and cancels. */
async function forgetEnded(db: Db, place: FlagPlace): Promise<void> {
  const older = db
    .select({ id: flagSchedules.id })
    .from(flagSchedules)
    .where(and(schedulesOf(place), notExists(pendingOf(db))))
    .orderBy(desc(flagSchedules.createdAt), desc(flagSchedules.id))
    .offset(endedMax - 1);
  await db.delete(flagSchedules).where(inArray(flagSchedules.id, older));
}
