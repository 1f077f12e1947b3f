import type { projects } from "@/db/schema/projects";
import { withIsoTimes } from "@/lib/operations/present";
import { env } from "@/lib/platform/env/env";
import { pathPrefix } from "@/lib/platform/hosts/path-prefix";
import { hostLabel } from "@/lib/platform/hosts/project-host";

/** A project as the API shows it, with its addresses, which depend on the configuration. */
export function toProject(project: typeof projects.$inferSelect, teamReferenceId: string) {
  return {
    ...withIsoTimes(project),
    host: publicHost(teamReferenceId, project.slug),
    mockBaseUrl: `${publicBaseUrl(teamReferenceId, project.slug)}/api/mock`,
    mockPathUrl: `${pathBaseUrl(teamReferenceId, project.slug)}/api/mock`,
  };
}

const hostOfLabel = (label: string) => `${label}.${env().mockDomain}`;

function publicHost(teamReferenceId: string, slug: string): string {
  return hostOfLabel(hostLabel(teamReferenceId, slug));
}

/** Scheme and host of a project's public addresses. */
export function publicBaseUrl(teamReferenceId: string, slug: string): string {
  return baseUrlOfLabel(hostLabel(teamReferenceId, slug));
}

/** The same by path on the app's host, for programs that can't resolve the project's host. */
export const pathBaseUrl = (teamReferenceId: string, slug: string): string =>
  env().appUrl + pathPrefix(hostLabel(teamReferenceId, slug));

/** The same for the label of a project's host. */
export const baseUrlOfLabel = (label: string): string =>
  `${new URL(env().appUrl).protocol}//${hostOfLabel(label)}`;

/** The base URL that a request came by. */
export const baseUrlOfRequest = ({ label, prefix }: { label: string; prefix: string }): string =>
  prefix === "" ? baseUrlOfLabel(label) : env().appUrl + prefix;
