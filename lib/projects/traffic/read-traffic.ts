import { and, gte, inArray, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { projectTraffic } from "@/db/schema/traffic";
import { trafficHere } from "./traffic";
import { type Counts, hourMs, trafficKinds } from "./traffic-counts";

/** How many hours are shown: the running one and those before it. */
export const hoursShown = 24;

export type Hour = Counts & { start: Date };

export const noCounts = (): Counts => ({ mocks: 0, captures: 0, checks: 0, errors: 0 });

/** Adds counts to a sum. */
export function addTo(sum: Counts, more: Counts): void {
  for (const kind of trafficKinds) sum[kind] += more[kind];
}

/** The last 24 hours of projects, oldest first, with what this process has not stored yet. In one query. */
export async function readTraffic(
  db: Db,
  projectIds: readonly string[],
  now: Date,
): Promise<Map<string, Hour[]>> {
  const last = Math.floor(now.getTime() / hourMs);
  const first = last - hoursShown + 1;
  const hours = new Map(projectIds.map((id) => [id, emptyHours(first)]));
  if (projectIds.length === 0) return hours;
  const within = and(
    inArray(projectTraffic.projectId, [...projectIds]),
    gte(projectTraffic.hour, new Date(first * hourMs)),
  );
  const rows = await betweenStores(() => db.select().from(projectTraffic).where(within));
  const add = (projectId: string, hour: number, counts: Counts) => {
    const found = hours.get(projectId)?.[hour - first];
    if (found) addTo(found, counts);
  };
  for (const { projectId, hour, ...counts } of rows) add(projectId, hour.getTime() / hourMs, counts);
  for (const id of projectIds) for (const [hour, counts] of trafficHere().of(id)) add(id, hour, counts);
  return hours;
}

/** What was ever counted of a project. */
export async function readAllTraffic(db: Db, projectId: string): Promise<Counts> {
  const { mocks, captures, checks, errors } = projectTraffic;
  const sumOf = (column: typeof mocks) => sql<number>`coalesce(sum(${column}), 0)`.mapWith(Number);
  const [stored] = await betweenStores(() =>
    db
      .select({
        mocks: sumOf(mocks),
        captures: sumOf(captures),
        checks: sumOf(checks),
        errors: sumOf(errors),
      })
      .from(projectTraffic)
      .where(inArray(projectTraffic.projectId, [projectId])),
  );
  const sum = stored ?? noCounts();
  for (const counts of trafficHere().of(projectId).values()) addTo(sum, counts);
  return sum;
}

const emptyHours = (first: number): Hour[] =>
  Array.from({ length: hoursShown }, (_, at) => ({ start: new Date((first + at) * hourMs), ...noCounts() }));

const triesMax = 3;

/**
 * Reads when nothing goes from memory to the database meanwhile, which would be counted twice or not at all. Who looks
 * at that time for long sees a count that is off until the next look.
 */
async function betweenStores<Row>(read: () => Promise<Row[]>): Promise<Row[]> {
  for (let tries = 1; ; tries += 1) {
    const before = trafficHere().stored;
    const rows = await read();
    if (tries === triesMax || (!trafficHere().isStoring && before === trafficHere().stored)) return rows;
  }
}
