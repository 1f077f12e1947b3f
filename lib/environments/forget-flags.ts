import { evictEverywhere } from "@/lib/platform/cache/shared-cache";

/**
 * Makes a change of a project's flags, groups or environments take effect for the very next request, in every
 * process.
 */
export const forgetFlags = (projectId: string) => evictEverywhere("project flags", [projectId]);
