import type { Issue } from "@/lib/operations/operation";
import { ownTargetOf } from "@/lib/platform/hosts/own-target";
import { receiverProblem } from "@/lib/platform/outbound/check-target";
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
  return ownTargetOf(url) ? undefined : receiverProblem(url);
}
