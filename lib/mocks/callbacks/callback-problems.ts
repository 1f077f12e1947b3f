import type { Issue } from "@/lib/operations/operation";
import { env } from "@/lib/platform/env/env";
import { labelOfHost, type ProjectTarget, projectTargetOf } from "@/lib/platform/hosts/project-host";
import { targetProblem } from "@/lib/platform/outbound/check-target";
import type { MockCallback } from "./contract";

/** Addresses that can't be called. What is a template is looked at once it is rendered, as all of them are then. */
export function addressProblems(callbacks: readonly MockCallback[]): Issue[] {
  return callbacks.flatMap(({ url, templated }, at) => {
    const isTemplate = templated && /\{[{%]/.test(url);
    const message = isTemplate ? undefined : addressProblem(url);
    return message ? [{ path: `callbacks.${at}.url`, message }] : [];
  });
}

/** Why an address can't be called, if that shows before its name is looked up. */
export function addressProblem(url: string): string | undefined {
  return ownTargetOf(url) ? undefined : targetProblem(url);
}

/** The project and path that a URL of this instance leads to, by host or by path. Undefined for any other URL. */
export function ownTargetOf(url: string): ProjectTarget | undefined {
  if (!URL.canParse(url)) return undefined;
  const { protocol, host, hostname, pathname, search } = new URL(url);
  if (protocol !== "http:" && protocol !== "https:") return undefined;
  const { mockHostname, appUrl } = env();
  const label = labelOfHost(hostname, mockHostname);
  if (label === undefined && host !== new URL(appUrl).host) return undefined;
  const found = projectTargetOf(label, pathname + search);
  return found?.label ? found : undefined;
}
