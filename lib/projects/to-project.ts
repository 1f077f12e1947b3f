import type { projects } from "@/db/schema/projects";
import { withIsoTimes } from "@/lib/operations/present";
import { env } from "@/lib/platform/env/env";
import { hostLabel } from "@/lib/platform/hosts/project-host";

/** A project as the API shows it, with its addresses, which depend on the configuration. */
export function toProject(project: typeof projects.$inferSelect, teamReferenceId: string) {
  return {
    ...withIsoTimes(project),
    host: publicHost(teamReferenceId, project.slug),
    mockBaseUrl: `${publicBaseUrl(teamReferenceId, project.slug)}/api/mock`,
  };
}

function publicHost(teamReferenceId: string, slug: string): string {
  return `${hostLabel(teamReferenceId, slug)}.${env().mockDomain}`;
}

/** Scheme and host of a project's public addresses. */
export function publicBaseUrl(teamReferenceId: string, slug: string): string {
  return `${new URL(env().appUrl).protocol}//${publicHost(teamReferenceId, slug)}`;
}
