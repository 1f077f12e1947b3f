import type { Issue } from "@/lib/operations/operation";
import { env } from "@/lib/platform/env/env";
import { labelOfHost } from "@/lib/platform/hosts/project-host";
import { checkTarget } from "@/lib/platform/outbound/check-target";
import { OutboundError } from "@/lib/platform/outbound/outbound-error";
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
  if (labelOfUrl(url)) return undefined;
  try {
    checkTarget(url);
    return undefined;
  } catch (error) {
    if (error instanceof OutboundError) return error.message;
    throw error;
  }
}

/** The label of the project's host that an address of this installation leads to; undefined for any other address. */
export function labelOfUrl(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined;
  const { protocol, hostname } = new URL(address);
  if (protocol !== "http:" && protocol !== "https:") return undefined;
  return labelOfHost(hostname, env().mockHostname) || undefined;
}
