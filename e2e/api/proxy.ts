/** What a proxy in front answers by itself. Empty where the suite reaches the service directly. */
export const isBehindNginx = process.env.FIELDKIT_PROXY === "nginx";

/**
 * Whether a platform for functions takes the requests, whose own HTTP server stands before ours. The files about what ours does
 * with bytes that are no request, with bodies that don't end, and with compression are left out there, in `vitest.config.ts`.
 */
export const isBehindPlatform = process.env.FIELDKIT_DOOR === "functions";

/** Whether anything stands in front that takes requests apart and writes them anew. */
export const isBehindAny = isBehindNginx || isBehindPlatform;

/** The headers that nginx adds, so that captures have them too; sorted. */
export const addedByProxy = isBehindNginx ? ["X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto"] : [];

/** Those of the paths, or of their segments, that reach Fieldkit. */
export const passedOn = (paths: readonly string[]): string[] =>
  paths.filter((path) => !isRefusedByNginx(path.startsWith("/") ? path : `/${path}`));

/**
 * Whether nginx refuses a target before Fieldkit sees it, with 400 and a page of its own: it decodes every path to look
 * for the server's location, and gives up at a NUL, at a percent sign without two digits, and above the root.
 */
export function isRefusedByNginx(target: string): boolean {
  if (!isBehindNginx) return false;
  const path = target.split(/[?#]/, 1)[0] ?? "";
  if (/%00|%(?![0-9a-f]{2})/i.test(path)) return true;
  let depth = 0;
  for (const segment of path.replace(/%2f/gi, "/").replace(/%2e/gi, ".").split("/").slice(1)) {
    if (segment === "..") depth -= 1;
    else if (segment !== ".") depth += 1;
    if (depth < 0) return true;
  }
  return false;
}
