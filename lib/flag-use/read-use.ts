import { and, eq, gte, inArray, max, type SQL, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { flagUseCounts, flagUses } from "@/db/schema/flag-uses";
import type { UsageRange } from "./contract";
import { type FlagKind, hourMs, minuteMs, type Tally } from "./use-counts";
import { usesHere } from "./uses";

const spans: Record<UsageRange, { bucketMs: number; buckets: number }> = {
  "24h": { bucketMs: hourMs, buckets: 24 },
  "30d": { bucketMs: 24 * hourMs, buckets: 30 },
};

export type UsedFlag = {
  projectId: string;
  kind: FlagKind;
  flagId: string;
  /** Counts from before belong to another flag that had its id. */
  createdAt: Date;
  countedSince: Date;
};

type Asked = { range: UsageRange; environmentId: string | undefined; now: Date };

/** How often a flag gave each of its answers, with what this process has not stored yet. */
export async function readUsage(db: Db, flag: UsedFlag, { range, environmentId, now }: Asked) {
  const { bucketMs, buckets: many } = spans[range];
  const last = Math.floor(now.getTime() / bucketMs);
  const first = last - many + 1;
  const buckets = Array.from({ length: many }, (_, at) => ({
    at: new Date((first + at) * bucketMs).toISOString(),
    counts: {} as Record<string, number>,
  }));
  let total = 0;
  const add = (at: number, answer: string, count: number) => {
    const bucket = buckets[Math.floor(at / bucketMs) - first];
    if (!bucket) return;
    bucket.counts[answer] = (bucket.counts[answer] ?? 0) + count;
    total += count;
  };
  const since = new Date(Math.max(first * bucketMs, startOf(flag.createdAt, bucketMs)));
  const own = and(ofFlag(flag), environmentId ? eq(flagUses.environmentId, environmentId) : undefined);
  const { rows, waiting } = await betweenStores(flag, () => readCounts(db, own, since));
  for (const { start, answer, count } of rows) add(start.getTime(), answer, count);
  const meant = waiting.filter(
    ({ use }) => environmentId === undefined || use.environmentId === environmentId,
  );
  for (const { use, count } of meant) add(use.hour * hourMs, use.answer, count);
  const [stored] = await db
    .select({ at: max(flagUses.lastEvaluatedAt) })
    .from(flagUses)
    .where(own);
  const times = [stored?.at?.getTime() ?? 0, ...meant.map(lastAt)];
  return {
    ...{ range, buckets, total },
    lastEvaluatedAt: shownTime(Math.max(...times), flag.createdAt),
    countedSince: new Date(Math.max(flag.countedSince.getTime(), flag.createdAt.getTime())).toISOString(),
  };
}

/** When flags were asked for last, by their ids, with what this process has not stored yet. */
export async function lastEvaluations(
  db: Db,
  { projectId, kind }: Pick<UsedFlag, "projectId" | "kind">,
  flagIds: readonly string[],
): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  if (flagIds.length === 0) return found;
  const { flagId, lastEvaluatedAt } = flagUses;
  const rows = await db
    .select({ flagId, at: max(lastEvaluatedAt) })
    .from(flagUses)
    .where(
      and(eq(flagUses.projectId, projectId), eq(flagUses.kind, kind), inArray(flagId, [...new Set(flagIds)])),
    )
    .groupBy(flagId);
  for (const { flagId: id, at } of rows) if (at) found.set(id, at.getTime());
  const asked = new Set(flagIds);
  for (const tally of usesHere().of(projectId)) {
    const { kind: which, flagId: id } = tally.use;
    if (which === kind && asked.has(id)) found.set(id, Math.max(found.get(id) ?? 0, lastAt(tally)));
  }
  return found;
}

/** The time as answers have it. One from before the flag was made belongs to another that had its id. */
export const shownTime = (at: number | undefined, createdAt: Date): string | null =>
  at !== undefined && at >= startOf(createdAt, minuteMs) ? new Date(at).toISOString() : null;

const lastAt = ({ lastMinute }: Tally) => lastMinute * minuteMs;

const startOf = (time: Date, spanMs: number) => Math.floor(time.getTime() / spanMs) * spanMs;

const ofFlag = ({ projectId, kind, flagId }: UsedFlag): SQL | undefined =>
  and(eq(flagUses.projectId, projectId), eq(flagUses.kind, kind), eq(flagUses.flagId, flagId));

type Row = { start: Date; answer: string; count: number };

const readCounts = (db: Db, own: SQL | undefined, since: Date): Promise<Row[]> =>
  db
    .select({
      start: flagUseCounts.start,
      answer: flagUses.answer,
      count: sql<number>`sum(${flagUseCounts.count})`.mapWith(Number),
    })
    .from(flagUses)
    .innerJoin(flagUseCounts, eq(flagUseCounts.useId, flagUses.id))
    .where(and(own, gte(flagUseCounts.start, since)))
    .groupBy(flagUseCounts.start, flagUses.answer);

const triesMax = 3;

/**
 * Reads when nothing goes from memory to the database meanwhile, which would be counted twice or not at all. Who looks at
 * that time for long sees a count that is off until the next look.
 */
async function betweenStores(
  { projectId, kind, flagId }: UsedFlag,
  read: () => Promise<Row[]>,
): Promise<{ rows: Row[]; waiting: Tally[] }> {
  for (let tries = 1; ; tries += 1) {
    const here = usesHere();
    const before = here.moved;
    const rows = await read();
    if (tries === triesMax || (!here.isMoving && before === here.moved)) {
      const waiting = here.of(projectId).filter(({ use }) => use.kind === kind && use.flagId === flagId);
      return { rows, waiting };
    }
  }
}
