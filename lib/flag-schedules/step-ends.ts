import { and, eq } from "drizzle-orm";
import type { Db } from "@/db/client";
import { scheduledChanges } from "@/db/schema/flag-schedules";
import type { StepRow } from "./to-schedule";

/** How often a step is tried whose failure may pass, and how long after the first failure it is tried again. */
export const triesMax = 8;
const firstAgainMs = 1000;
const againMaxMs = 60_000;

type End = { state: "done" | "failed"; at: Date; reason?: string };

/** Ends a step. Where it failed, the rest of its schedule is not done: a ramp stops where something is wrong. */
export async function endStep(db: Db, step: StepRow, { state, at, reason }: End): Promise<void> {
  await db
    .update(scheduledChanges)
    .set({ state, endedAt: at, reason: reason ?? null, retryAt: null })
    .where(eq(scheduledChanges.id, step.id));
  if (state === "failed") {
    await db
      .update(scheduledChanges)
      .set({ state: "cancelled", endedAt: at, reason: "A step before it failed." })
      .where(and(eq(scheduledChanges.scheduleId, step.scheduleId), eq(scheduledChanges.state, "pending")));
  }
}

export const againAt = (tries: number, now: Date): Date =>
  new Date(now.getTime() + Math.min(firstAgainMs * 2 ** (tries - 1), againMaxMs));

/** Counts a failure that may pass; the last one ends the step. */
export async function noteTry(db: Db, step: StepRow, now: Date): Promise<void> {
  const tries = step.tries + 1;
  const still = and(eq(scheduledChanges.id, step.id), eq(scheduledChanges.state, "pending"));
  if (tries < triesMax) {
    await db
      .update(scheduledChanges)
      .set({ tries, retryAt: againAt(tries, now) })
      .where(still);
    return;
  }
  const reason = `It could not be done, and was tried ${tries} times. The server’s log says why.`;
  const [held] = await db.update(scheduledChanges).set({ tries }).where(still).returning();
  if (held) await endStep(db, held, { state: "failed", at: now, reason });
}
