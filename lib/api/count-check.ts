import { knownProjects } from "@/lib/auth/known-projects";
import type { Actor } from "@/lib/operations/context";
import { countTraffic } from "@/lib/projects/traffic/traffic";

/**
 * Counts a call of an operation that evaluates flags. It is its key's project's, also when it was refused: whoever looks
 * at that project has to mend it. What strangers ask is nobody's, and so is what a signed-in person was refused.
 */
export function countCheck(actor: Actor | undefined, params: Record<string, string>, status: number): void {
  const isError = status >= 400;
  const projectId = projectOf(actor, params, isError);
  if (projectId) countTraffic(projectId, isError ? "errors" : "checks");
}

function projectOf(actor: Actor | undefined, params: Record<string, string>, isError: boolean) {
  if (actor?.kind === "key") return actor.key.projectId;
  if (actor?.kind !== "user" || isError) return undefined;
  return knownProjects().peek(params.projectId ?? "")?.project?.id;
}
