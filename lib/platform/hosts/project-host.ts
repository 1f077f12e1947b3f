import { type Caller, forwardedValue, type ProxyTrust } from "./proxy-trust";

/**
 * Project hosts: `<team reference>-<project slug>.<mock domain>`. Pure, so that the middleware can
 * import it too.
 */

/** The host label of a project. A team's reference has no dash, so the first dash separates the two parts. */
export function hostLabel(teamReferenceId: string, projectSlug: string): string {
  return `${teamReferenceId}-${projectSlug}`;
}

/** Whether a project can have this label. */
export const isHostLabel = (label: string): boolean => /^[a-z0-9]{8}-[a-z0-9-]{1,54}$/.test(label);

/**
 * Which project host a `Host` header names: its label; `""` when the name lies under the mock domain but is not
 * exactly one label below it; `undefined` when it is elsewhere. Port, letter case and the trailing dot of a fully
 * qualified name are ignored.
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

/** A request to a project, whichever of its two URLs it uses. */
export type ProjectTarget = {
  label: string;
  /** `/p/<host label>` of the path-based URL on the app's host, as sent. Empty on a project's own host. */
  prefix: string;
  /** Path and query below the prefix, as sent, percent-encoded. */
  target: string;
};

/** Pages never have `api` as their third segment, so this takes nothing from a team whose slug is `p`. */
const pathBased = /^(\/p\/([^/?#]*))(\/api(?:[/?].*)?)$/s;

/**
 * The project that a request is for. Undefined for everything else on the app's host.
 * @param label as `labelOfHost` returns it
 * @param target path and query as sent
 */
export function projectTargetOf(label: string | undefined, target: string): ProjectTarget | undefined {
  if (label !== undefined) return { label, prefix: "", target };
  if (!target.startsWith("/p/")) return undefined;
  const [, prefix, named, below] = pathBased.exec(target) ?? [];
  if (prefix === undefined || named === undefined || below === undefined) return undefined;
  return { label: named.toLowerCase(), prefix, target: below };
}

/** The host that a request names: as a trusted proxy reports it, else the `Host` header. */
export function requestedHost(caller: Caller, trustProxy: ProxyTrust): string | null | undefined {
  return forwardedValue(trustProxy, "x-forwarded-host", caller) ?? caller.header("host");
}

/**
 * Behind Next, requests on project hosts are sent to this path, and these headers carry their original target and
 * method.
 */
export const projectHostPath = "/api/project-host";
export const targetHeader = "x-fieldkit-target";
export const methodHeader = "x-fieldkit-method";

/**
 * Are on what we send to others because of a request to a project: a miss that is forwarded, and a callback. What comes
 * back with one of them leads to no further one, so that nothing goes round in circles.
 */
export const forwardedHeader = "x-fieldkit-forwarded";
export const callbackHeader = "x-fieldkit-callback";
/** Is on captures that an inbox sends on, with the id of the delivery: what has it is not sent on again. */
export const deliveryHeader = "x-fieldkit-delivery";

/** Carries why a request is refused whoever answers it. */
export const problemHeader = "x-fieldkit-problem";

/** Carries the peer's address into Next, which tells nobody. Set on every request before Next sees it. */
export const peerHeader = "x-fieldkit-peer";

/** The methods that Next hands to its handlers on the app's host. It answers any other with a bare 400, or fails. */
export const methodsOfNext = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);
