import { clearEverywhere, evictEverywhere } from "@/lib/platform/cache/shared-cache";

/** Makes a change of a record or its overrides hold for the very next request, here and elsewhere. */
export const forgetRecord = (id: string) => evictEverywhere("flag records", [id]);

/** The same for all records of all groups: for changes of more than can be named. */
export const forgetAllRecords = () => clearEverywhere("flag records");
