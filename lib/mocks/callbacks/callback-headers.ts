import { isOwnHeader } from "@/lib/platform/outbound/own-headers";
import { requestHeaderProblems } from "../answers/headers";

/** Whether whoever sends a callback sets this header, and nobody else. */
export const isOfSending = (name: string): boolean => isOwnHeader(name) || /^x-fieldkit-/i.test(name);

/** What is wrong with the headers of a callback. */
export function callbackHeaderProblems(
  headers: Record<string, string | string[]>,
): ReturnType<typeof requestHeaderProblems> {
  const problems = Object.keys(headers)
    .filter(isOfSending)
    .map((name) => ({ path: [name], message: `${name} is set by what sends the callback: leave it out` }));
  return [...requestHeaderProblems(headers), ...problems];
}
