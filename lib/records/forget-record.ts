import { clearEverywhere, evictEverywhere } from "@/lib/platform/cache/shared-cache";

/** Makes a change of a record or its overrides take effect for the very next request, in every process. */
export const forgetRecord = (id: string) => evictEverywhere("flag records", [id]);

/** The same for all records of all groups, for changes that affect more records than can be named. */
export const forgetAllRecords = () => clearEverywhere("flag records");
