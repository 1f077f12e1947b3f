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
