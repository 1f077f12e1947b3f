import type { CapturedRequest } from "@/lib/webhooks/contract";
import { type Verdict, verdicts } from "@/lib/webhooks/signatures/contract";

/** Empty texts let everything through. */
export type CaptureFilter = { method: string; text: string; signature: Verdict | "" };

export const noFilter: CaptureFilter = { method: "", text: "", signature: "" };
export const isFiltering = ({ method, text, signature }: CaptureFilter): boolean =>
  method !== "" || text.trim() !== "" || signature !== "";

/**
 * `found` holds the ids of captures in which the API found the text, since the page has only the beginning of
 * long bodies.
 */
export function matchesFilter(
  request: CapturedRequest,
  { method, text, signature }: CaptureFilter,
  found: Found = none,
): boolean {
  if (method !== "" && request.method !== method) return false;
  if (signature !== "" && request.signature?.verdict !== signature) return false;
  return text.trim() === "" || found.has(request.id) || containsText(request, text.trim());
}

type Found = { has(id: string): boolean };
const none: Found = new Set();

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

/** The verdicts there are on signatures, with the chosen one even when none has it; none where nothing is checked. */
export function verdictsOf(requests: readonly CapturedRequest[], chosen: Verdict | ""): Verdict[] {
  const found = new Set(requests.map(({ signature }) => signature?.verdict));
  return verdicts.filter((verdict) => found.has(verdict) || verdict === chosen);
}
