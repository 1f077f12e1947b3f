import { env } from "@/lib/platform/env/env";
import { labelOfHost, type ProjectTarget, projectTargetOf } from "./project-host";

/** The inbox of any project of this instance that a URL leads to. */
export function ownInboxOf(url: string): ProjectTarget | undefined {
  const own = ownTargetOf(url);
  return own?.target.startsWith("/api/webhook/") ? own : undefined;
}

/** The project and path that a URL of this instance leads to, by host or by path. Undefined for any other URL. */
export function ownTargetOf(url: string): ProjectTarget | undefined {
  if (!URL.canParse(url)) return undefined;
  const { protocol, host, hostname, username, password, pathname, search } = new URL(url);
  // User info would be an `Authorization` header.
  if (!/^https?:$/.test(protocol) || username || password) return undefined;
  const { mockHostname, appUrl } = env();
  const label = labelOfHost(hostname, mockHostname);
  if (label === undefined && host !== new URL(appUrl).host) return undefined;
  const found = projectTargetOf(label, pathname + search);
  return found?.label ? found : undefined;
}
