import { evictEverywhere } from "@/lib/platform/cache/shared-cache";

/** Makes a change of a project's flags, groups or environments hold for the very next request, here and elsewhere. */
export const forgetFlags = (projectId: string) => evictEverywhere("project flags", [projectId]);
