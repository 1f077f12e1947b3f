import { and, eq, isNull, lte, or, sql } from "drizzle-orm";
import { flags } from "@/db/schema/flags";
import { writeAlong } from "@/db/write-along";
import { percentageOf } from "@/lib/evaluation/rollout";
import type { Ctx } from "@/lib/operations/context";
import { asAppError, notFound } from "@/lib/operations/errors";
import { noteStaleRead } from "@/lib/platform/cache/stale-reads";
import type { GlobalFlagSnapshot } from "./known-flags";

/** How long the result of a roll is kept. */
const keptMs = 60_000;

type Roll = { on: boolean; drawnAt: number };
/** With the time of the roll in ms, which is the same for all processes. */
export type RollResult = Roll & { source: "cache" | "global" };

/** Known rolls by snapshot, so that a change that evicts the snapshot also forgets its rolls. */
const remembered = new WeakMap<GlobalFlagSnapshot, Roll>();

/** The roll of the last minute, if this process knows of one. */
export function knownRoll(flag: GlobalFlagSnapshot, now: number): RollResult | undefined {
  const known = remembered.get(flag);
  return known && known.drawnAt + keptMs > now ? { ...known, source: "cache" } : undefined;
}

/**
 * Rolls the dice for a flag's rollout, or repeats the roll of the last minute. The row keeps the result, so that all
 * processes give the same answer; memory only saves the query. While the database does not answer, the last roll stays,
 * and one that is missing is kept here only.
 * @throws {AppError} `not_found` when the flag is gone
 */
export async function rollFlag(
  ctx: Pick<Ctx, "db" | "now">,
  projectId: string,
  flag: GlobalFlagSnapshot,
  random: () => number = Math.random,
): Promise<RollResult> {
  const now = ctx.now();
  const known = knownRoll(flag, now.getTime());
  if (known) return known;
  try {
    return await rollInDatabase(ctx, projectId, flag, random);
  } catch (error) {
    if (asAppError(error).code !== "unavailable") throw error;
    noteStaleRead();
    const last = remembered.get(flag);
    if (last) return { ...last, source: "cache" };
    return remember(flag, random() * 100 < percentageOf(flag), now, "global");
  }
}

const percentage = sql`coalesce(${flags.rolloutBasisPoints} / 100.0, ${flags.rollout})`;

async function rollInDatabase(
  { db, now }: Pick<Ctx, "db" | "now">,
  projectId: string,
  flag: GlobalFlagSnapshot,
  random: () => number,
): Promise<RollResult> {
  const time = now();
  const oldest = new Date(time.getTime() - keptMs);
  const isFlag = and(eq(flags.projectId, projectId), eq(flags.id, flag.id));
  // Of concurrent rolls only the first is stored; the others find it in the next round and return it.
  for (;;) {
    const [kept] = await db.select({ on: flags.rolledOn, at: flags.rolledAt }).from(flags).where(isFlag);
    if (!kept) throw notFound("Flag");
    if (kept.at && kept.at > oldest) return remember(flag, kept.on === true, kept.at, "cache");
    const dice = random() * 100;
    const stored = await writeAlong(db, () =>
      db
        .update(flags)
        .set({
          // Uses the row's rollout, because the snapshot may be older than a change that this roll must not outlive.
          rolledOn: sql`${dice}::double precision < ${percentage}`,
          rolledAt: time,
          updatedAt: sql`${flags.updatedAt}`,
        })
        .where(and(isFlag, or(isNull(flags.rolledAt), lte(flags.rolledAt, oldest))))
        .returning({ on: flags.rolledOn }),
    );
    // While the disk is full, each process keeps a roll of its own.
    if (!stored) return remember(flag, dice < percentageOf(flag), time, "global");
    const [rolled] = stored;
    if (rolled) return remember(flag, rolled.on === true, time, "global");
  }
}

function remember(flag: GlobalFlagSnapshot, on: boolean, at: Date, source: RollResult["source"]): RollResult {
  const roll = { on, drawnAt: at.getTime() };
  remembered.set(flag, roll);
  return { ...roll, source };
}
