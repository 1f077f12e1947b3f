import type { CapturedRequest } from "@/lib/webhooks/contract";

/** Empty text lets everything through. */
export type CaptureFilter = { method: string; text: string };

/**
 * `found` holds the ids of captures in which the API found the text, since the page has only the beginning of
 * long bodies.
 */
export function matchesFilter(
  request: CapturedRequest,
  { method, text }: CaptureFilter,
  found: ReadonlySet<string> = none,
): boolean {
  if (method !== "" && request.method !== method) return false;
  return text.trim() === "" || found.has(request.id) || containsText(request, text.trim());
}

const none: ReadonlySet<string> = new Set();

/** Looks where the API's `q` looks: path, query, headers and body. Letter case does not matter. */
function containsText(request: CapturedRequest, text: string): boolean {
  // An expression finds without making a lower-case copy of every body.
  const wanted = new RegExp(text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"), "iu");
  if (wanted.test(request.rawUrl) || wanted.test(readable(request.rawUrl))) return true;
  if (request.rawHeaders.some(([name, value]) => wanted.test(`${name}: ${value}`))) return true;
  return request.bodyEncoding === "utf8" && wanted.test(request.body);
}

function readable(rawUrl: string): string {
  try {
    return decodeURIComponent(rawUrl.replaceAll("+", " "));
  } catch {
    return rawUrl;
  }
}

/** The methods there are, in alphabetical order, with the chosen one even when none has it. */
export function methodsOf(requests: readonly CapturedRequest[], chosen: string): string[] {
  const methods = new Set(requests.map(({ method }) => method));
  if (chosen) methods.add(chosen);
  return [...methods].sort();
}
