import { lt } from "drizzle-orm";
import type { Db } from "@/db/client";
import { projectTraffic } from "@/db/schema/traffic";

/** How long counts are kept. */
const keptMs = 31 * 24 * 60 * 60 * 1000;

/** Removes counts of hours that nobody looks at any more. */
export async function pruneTraffic(db: Db, now: Date): Promise<void> {
  await db.delete(projectTraffic).where(lt(projectTraffic.hour, new Date(now.getTime() - keptMs)));
}
