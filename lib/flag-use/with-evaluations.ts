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

/** That time of one flag, by its row. */
export async function lastEvaluatedAt(
  db: Db,
  place: Place,
  { id, createdAt }: { id: string; createdAt: Date },
): Promise<string | null> {
  return shownTime((await lastEvaluations(db, place, [id])).get(id), createdAt);
}
