import { lte } from "drizzle-orm";
import type { Db } from "@/db/client";
import { deleteInBatches } from "@/db/delete-in-batches";
import { sessions } from "@/db/schema/auth";

/** Removes expired sessions, which hold IP addresses and browsers. */
export const pruneSessions = (db: Db, now: Date): Promise<void> =>
  deleteInBatches(db, sessions, lte(sessions.expiresAt, now));
