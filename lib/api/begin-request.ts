import { startDatabase } from "@/db/database";
import { bus } from "@/lib/platform/bus/bus";
import { lookForDue } from "./scheduled-changes";

/**
 * What every request behind Next waits for: the database is open, and what other processes changed before is known, also
 * in a process that was frozen meanwhile.
 * @throws what `startDatabase` throws
 */
export async function beginRequest(): Promise<void> {
  await Promise.all([startDatabase(), bus().catchUp?.()]);
  lookForDue(Date.now());
}
