/**
 * Project hosts: `<team reference>-<project slug>.<mock domain>`. Pure, so that the middleware can
 * import it too.
 */

/** The label of a project's host. A reference has no dash, so the first one separates the two. */
export function hostLabel(teamReferenceId: string, projectSlug: string): string {
  return `${teamReferenceId}-${projectSlug}`;
}

/**
 * Which project host a `Host` header names: its label, `""` when the name lies under the mock domain
 * without being one label below it, `undefined` when it doesn't lie there. Port and letter case do not
 * count, nor does the trailing dot of a fully qualified name.
 * @param mockHostname lower case, without port
 */
export function labelOfHost(host: string | null | undefined, mockHostname: string): string | undefined {
  if (!host) return undefined;
  const name = host.toLowerCase().replace(/:\d*$/, "").replace(/\.$/, "");
  if (name === mockHostname) return "";
  if (!name.endsWith(mockHostname) || name.charCodeAt(name.length - mockHostname.length - 1) !== 46) {
    return undefined;
  }
  const label = name.slice(0, -mockHostname.length - 1);
  return label.includes(".") ? "" : label;
}

/** The host that a request names: what a trusted proxy says it was, else the `Host` header. */
export function requestedHost(
  header: (name: string) => string | null | undefined,
  trustProxy: boolean,
): string | null | undefined {
  const forwarded = trustProxy ? header("x-forwarded-host")?.split(",")[0]?.trim() : undefined;
  return forwarded || header("host");
}

/** Where requests on project hosts are sent behind Next, and the headers with their target and method as sent. */
export const projectHostPath = "/api/project-host";
export const targetHeader = "x-fieldkit-target";
export const methodHeader = "x-fieldkit-method";

/** What Next hands to its handlers on the app's host; to every other method it answers a bare 400, or fails. */
export const methodsOfNext = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);
