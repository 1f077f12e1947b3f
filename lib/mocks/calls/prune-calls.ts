import { lt } from "drizzle-orm";
import type { Db } from "@/db/client";
import { deleteInBatches } from "@/db/delete-in-batches";
import { mockCalls } from "@/db/schema/mock-calls";
import { callAgeMs } from "./write-calls";

/** Removes calls that are too old to be shown. */
export async function pruneCalls(db: Db, now: Date): Promise<void> {
  await deleteInBatches(db, mockCalls, lt(mockCalls.receivedAt, new Date(now.getTime() - callAgeMs)));
}
