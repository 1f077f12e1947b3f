import { evictEverywhere } from "@/lib/platform/cache/shared-cache";

/**
 * Makes a change of a project's flags, groups or environments take effect for the very next request, in every
 * process.
 */
export async function forgetFlags(projectId: string): Promise<void> {
  await Promise.all([
    evictEverywhere("project flags", [projectId]),
    evictEverywhere("global flags", [projectId]),
  ]);
}
