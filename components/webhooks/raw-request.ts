import { leftOut } from "@/components/webhooks/curl-of-capture";
import type { CapturedRequest } from "@/lib/webhooks/contract";

/** Request line and headers as they were received. */
export function rawHead({ method, rawUrl, rawHeaders }: CapturedRequest): string {
  return [`${method} ${rawUrl} HTTP/1.1`, ...rawHeaders.map(([name, value]) => `${name}: ${value}`)].join(
    "\n",
  );
}

/** What is asked for, to be read by people: the path below the inbox with the query, never empty. */
export function targetOf({ path, rawUrl }: Pick<CapturedRequest, "path" | "rawUrl">): string {
  const question = rawUrl.indexOf("?");
  return (path || "/") + (question < 0 ? "" : rawUrl.slice(question));
}

/** Names and values of the query in the order they were sent. */
export function queryPairs({ rawUrl }: Pick<CapturedRequest, "rawUrl">): [string, string][] {
  const question = rawUrl.indexOf("?");
  return question < 0 ? [] : [...new URLSearchParams(rawUrl.slice(question + 1))];
}

/** What follows the inbox's address, as it was sent. */
export const belowInbox = ({ path, rawUrl }: Pick<CapturedRequest, "path" | "rawUrl">): string =>
  path + (/\?.*$/s.exec(rawUrl)?.[0] ?? "");

/** The headers that are the request's own, and not those of its connection. */
export const ownHeaders = ({ rawHeaders }: Pick<CapturedRequest, "rawHeaders">) =>
  rawHeaders.filter(([name]) => !leftOut.has(name.toLowerCase()));
