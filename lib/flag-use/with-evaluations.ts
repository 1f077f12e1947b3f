import type { Db } from "@/db/client";
import { lastEvaluations, shownTime, type UsedFlag } from "./read-use";

type Place = Pick<UsedFlag, "projectId" | "kind">;

/** Flags with the time when they were asked for last, which needs their `createdAt`. */
export async function withEvaluations<Shown extends { id: string; createdAt: string }>(
  db: Db,
  place: Place,
  flags: readonly Shown[],
): Promise<(Shown & { lastEvaluatedAt: string | null })[]> {
  const last = await lastEvaluations(
    db,
    place,
    flags.map(({ id }) => id),
  );
  return flags.map((flag) => ({
    ...flag,
    lastEvaluatedAt: shownTime(last.get(flag.id), new Date(flag.createdAt)),
  }));
}

/** Whether a list is asked for that time. */
export const wantsEvaluations = (fields: readonly string[] | undefined): boolean =>
  !fields || fields.includes("lastEvaluatedAt");

/** One flag with that time. */
export async function withEvaluation<Shown extends { id: string; createdAt: string }>(
  db: Db,
  place: Place,
  flag: Shown,
): Promise<Shown & { lastEvaluatedAt: string | null }> {
  const [found] = await withEvaluations(db, place, [flag]);
  return found ?? { ...flag, lastEvaluatedAt: null };
}
