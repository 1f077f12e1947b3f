import { invalid } from "@/lib/operations/read-body";
import { checkTarget } from "@/lib/platform/outbound/check-target";
import { OutboundError } from "@/lib/platform/outbound/outbound-error";

/**
 * Checks addresses of repositories and removes repeats.
 * @param pathOf where in the request an address stands
 * @throws {AppError} `invalid_request` that names each address that may not be called
 */
export function requireRepoUrls(urls: readonly string[], pathOf: (place: number) => string): string[] {
  const issues = urls.flatMap((url, place) => {
    const message = addressProblem(url);
    return message ? [{ path: pathOf(place), message }] : [];
  });
  if (issues.length > 0) throw invalid(issues);
  return [...new Set(urls)];
}

/** Why an address may not be called, if it may not. */
export function addressProblem(url: string): string | undefined {
  try {
    checkTarget(url);
    return undefined;
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    return `cannot be used: ${error.message}`;
  }
}
