import { and, asc, eq, inArray, lte, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { isDatabaseAway } from "@/db/database-unreachable";
import { isDiskFull } from "@/db/disk-full";
import { rawRows } from "@/db/raw-rows";
import { flagSchedules, scheduledChanges } from "@/db/schema/flag-schedules";
import { flagGroups, groupFlags } from "@/db/schema/flags";
import { projects } from "@/db/schema/projects";
import { actorOf, type Planner } from "@/lib/auth/planner";
import type { Ctx } from "@/lib/operations/context";
import { AppError } from "@/lib/operations/errors";
import { runEffects } from "@/lib/operations/run-effects";
import { log } from "@/lib/platform/log/log";
import { type FlagPlace, holdFlag } from "./flag-place";
import { endStep, noteTry } from "./step-ends";
import type { StepRow } from "./to-schedule";

/** Flags that are looked up at once. Of each project one, then of each a second one, so that none waits for all of another's. */
const flagsAtOnce = 20;
/** Steps of one flag in one transaction. */
const stepsAtOnce = 20;
/** What a statement may take, and what it may wait for a lock. */
const limits = { statement_timeout: "10s", lock_timeout: "3s" };
/** When to ask again for a flag that somebody else holds. */
const heldAgainMs = 200;

/** A step that is due, and whose flag it changes. */
export type DueStep = StepRow & {
  /** The project's public reference id. */
  referenceId: string;
  flagId: string | null;
  groupId: string | null;
  groupFlagId: string | null;
};

/** Carries a step out as the ordinary change that it is, in the context's transaction. */
export type CarryOut = (ctx: Ctx, step: DueStep) => Promise<unknown>;

/**
 * Does all steps that are due, whoever planned them, each once: it is marked as done in the transaction in which the flag
 * changes, while the flag is held. What another process holds is left to it.
 * @returns when to ask again at the latest; null if nothing is planned
 */
export async function doDueSteps(db: Db, now: () => Date, carryOut: CarryOut): Promise<Date | null> {
  for (;;) {
    // One moment for both questions, so that nothing falls due between them.
    const moment = now();
    const places = await placesDue(db, moment);
    let isAny = false;
    for (const place of places) isAny = (await doFlag(db, now, { place, carryOut })) || isAny;
    if (isAny) continue;
    if (places.length > 0) return new Date(now().getTime() + heldAgainMs);
    return nextAt(db, moment);
  }
}

const placesDue = (db: Db, now: Date) =>
  rawRows<FlagPlace>(
    db,
    sql`select project_id as "projectId", flag_id as "flagId", group_flag_id as "groupFlagId" from (
      select s.project_id, s.flag_id, s.group_flag_id, min(c.at) as first,
             row_number() over (partition by s.project_id order by min(c.at)) as turn
        from ${scheduledChanges} c join ${flagSchedules} s on s.id = c.schedule_id
       where c.state = 'pending' and c.at <= ${now.toISOString()}::timestamptz
       group by s.project_id, s.flag_id, s.group_flag_id
      -- Where one waits for another try, those after it do, too.
      having bool_and(c.retry_at is null or c.retry_at <= ${now.toISOString()}::timestamptz)
    ) due order by turn, first limit ${flagsAtOnce}`,
  );

async function nextAt(db: Db, now: Date): Promise<Date | null> {
  const after = sql`> ${now.toISOString()}::timestamptz`;
  const [row] = await rawRows<{ at: Date | string | null }>(
    db,
    sql`select least(
      (select min(at) from ${scheduledChanges} where state = 'pending' and at ${after}),
      (select min(retry_at) from ${scheduledChanges} where state = 'pending' and retry_at ${after})
    ) as at`,
  );
  return row?.at ? new Date(row.at) : null;
}

type Doing = { place: FlagPlace; carryOut: CarryOut };

/** @returns whether anything came of it */
async function doFlag(db: Db, now: () => Date, { place, carryOut }: Doing): Promise<boolean> {
  const effects: (() => void | Promise<void>)[] = [];
  let current: DueStep | undefined;
  try {
    const done = await db.transaction(async (tx) => {
      for (const [name, value] of Object.entries(limits))
        await tx.execute(sql`select set_config(${name}, ${value}, true)`);
      if (!(await holdParents(tx, place)) || !(await holdFlag(tx, place, true))) return 0;
      const due = await readDue(tx, place, now());
      for (const step of due) {
        current = step.step;
        if (await isOver(tx, step.step.id)) continue;
        await doStep(tx, { ...step, now, carryOut, after: (effect) => effects.push(effect) });
      }
      return due.length;
    });
    await runEffects(effects);
    return done > 0;
  } catch (err) {
    log().warn({ err, stepId: current?.id }, "a scheduled change could not be done, and is tried again");
    // While the database is away or full, nothing could be noted either, and nobody's step is to blame.
    if (!current || isEverybodys(err)) throw err;
    await noteTry(db, current, now());
    return true;
  }
}

const isEverybodys = (error: unknown) => isDatabaseAway(error) || isDiskFull(error);

/** A flag's project and group, before the flag itself, as all who change it do. */
async function holdParents(tx: Db, { projectId, groupFlagId }: FlagPlace): Promise<boolean> {
  const free = { skipLocked: true } as const;
  const isProject = eq(projects.id, projectId);
  const held = await tx.select({ id: projects.id }).from(projects).where(isProject).for("key share", free);
  if (held.length === 0 || groupFlagId === null) return held.length > 0;
  const own = tx.select({ id: groupFlags.groupId }).from(groupFlags).where(eq(groupFlags.id, groupFlagId));
  const ofFlag = inArray(flagGroups.id, own);
  const group = await tx.select({ id: flagGroups.id }).from(flagGroups).where(ofFlag).for("key share", free);
  return group.length > 0;
}

type Due = { step: DueStep; planner: Planner; teamId: string };

/** In the order in which they are to be done, up to one that waits for another try. */
async function readDue(tx: Db, place: FlagPlace, now: Date): Promise<Due[]> {
  const rows = await tx
    .select({
      step: scheduledChanges,
      schedule: flagSchedules,
      referenceId: projects.referenceId,
      teamId: projects.teamId,
      groupId: flagGroups.id,
    })
    .from(scheduledChanges)
    .innerJoin(flagSchedules, eq(flagSchedules.id, scheduledChanges.scheduleId))
    .innerJoin(projects, eq(projects.id, flagSchedules.projectId))
    .leftJoin(groupFlags, eq(groupFlags.id, flagSchedules.groupFlagId))
    .leftJoin(flagGroups, eq(flagGroups.id, groupFlags.groupId))
    .where(
      and(
        eq(scheduledChanges.state, "pending"),
        lte(scheduledChanges.at, now),
        eq(flagSchedules.projectId, place.projectId),
        place.groupFlagId === null
          ? eq(flagSchedules.flagId, place.flagId ?? "")
          : eq(flagSchedules.groupFlagId, place.groupFlagId),
      ),
    )
    .orderBy(asc(scheduledChanges.at), asc(flagSchedules.createdAt), asc(scheduledChanges.id))
    .limit(stepsAtOnce)
    .for("update", { of: scheduledChanges, skipLocked: true });
  const waiting = rows.findIndex(({ step }) => step.retryAt !== null && step.retryAt > now);
  return rows.slice(0, waiting < 0 ? undefined : waiting).map((row) => ({
    step: { ...row.step, ...place, referenceId: row.referenceId, groupId: row.groupId },
    planner: row.schedule,
    teamId: row.teamId,
  }));
}

/** A step before it may have failed, and have ended this one. */
async function isOver(tx: Db, id: string): Promise<boolean> {
  const [row] = await tx
    .select({ state: scheduledChanges.state })
    .from(scheduledChanges)
    .where(eq(scheduledChanges.id, id));
  return row?.state !== "pending";
}

type OneStep = Due & { now: () => Date; carryOut: CarryOut; after: Ctx["after"] };

async function doStep(tx: Db, { step, planner, teamId, now, carryOut, after }: OneStep): Promise<void> {
  try {
    const actor = await actorOf(tx, planner, { teamId, now: now() });
    // A refusal leaves nothing of the change.
    await tx.transaction((inner) => carryOut(contextOf({ actor, db: inner, step, now, after }), step));
    await endStep(tx, step, { state: "done", at: now() });
  } catch (error) {
    // Anything else may pass.
    if (!(error instanceof AppError) || error.code === "unavailable") throw error;
    await endStep(tx, step, { state: "failed", at: now(), reason: error.message });
  }
}

type Carried = Pick<Ctx, "actor" | "db" | "now" | "after"> & { step: DueStep };

/** What a request of the planner's would bring, with everything read as it is now. */
const contextOf = ({ step, ...given }: Carried): Ctx => ({
  ...given,
  headers: new Headers(),
  search: "",
  clientAddress: "",
  requestId: `schedule ${step.id}`,
  background: (work) => {
    work().catch((err: unknown) => log().warn({ err }, "work after a scheduled change failed"));
  },
  inTransaction: true,
  isConfirmed: true,
});
