import { inBatches } from "@/lib/operations/in-batches";
import { clearEverywhere, evictEverywhere } from "@/lib/platform/cache/shared-cache";

/** Makes a change of a record or its overrides take effect for the very next request, in every process. */
export const forgetRecord = (id: string) => evictEverywhere("flag records", [id]);

/** Ids of one message have so many characters together: the shortest message that every bus passes on as it is. */
const messageChars = 6000;

/** The same for many records, in messages that no bus refuses. */
export async function forgetRecords(ids: readonly string[]): Promise<void> {
  const bounds = { countMax: 500, weightMax: messageChars, weightOf: (id: string) => id.length + 3 };
  const messages = [...inBatches(ids, bounds)];
  await Promise.all(messages.map((message) => evictEverywhere("flag records", message)));
}

/** The same for all records of all groups, for changes that affect more records than can be named. */
export const forgetAllRecords = () => clearEverywhere("flag records");
