import { invalid } from "@/lib/operations/read-body";
import { targetProblem } from "@/lib/platform/outbound/check-target";

/**
 * Checks addresses of repositories and removes repeats.
 * @param pathOf where in the request an address stands
 * @throws {AppError} `invalid_request` that names each address that may not be called
 */
export function requireRepoUrls(urls: readonly string[], pathOf: (place: number) => string): string[] {
  const issues = urls.flatMap((url, place) => {
    const message = targetProblem(url);
    return message ? [{ path: pathOf(place), message }] : [];
  });
  if (issues.length > 0) throw invalid(issues);
  return [...new Set(urls)];
}
