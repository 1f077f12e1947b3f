import { evictEverywhere } from "@/lib/platform/cache/shared-cache";

/** Name of the cache of records with their overrides. */
export const recordsCache = "flag records";

/** Makes a change of a record or its overrides hold for the very next request, here and elsewhere. */
export const forgetRecord = (id: string) => evictEverywhere(recordsCache, [id]);
