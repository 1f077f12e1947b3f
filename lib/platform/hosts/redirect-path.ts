/** Only its origin matters, which every path on the app's host shares. */
const base = "http://localhost";

/**
 * The one check of every address that somebody is sent on to: a path on the app's own host, as a browser resolves it.
 * Browsers drop tabs and line breaks, read `\` as `/` and resolve dot segments, so `/..//evil.example` leads to
 * another site. Absolute URLs are refused, including the app's own.
 * @returns the resolved path with its query and fragment, or undefined
 */
export function redirectPath(given: unknown): string | undefined {
  if (typeof given !== "string" || !/^\/[!-~]*$/.test(given) || leadsAway(given)) return undefined;
  const { origin, pathname, search, hash } = new URL(given, base);
  if (origin !== base || leadsAway(pathname)) return undefined;
  return `${pathname}${search}${hash}`;
}

/** Whether a path begins like `//host`. A server that decodes a path before it redirects makes one of `/%2f` too. */
const leadsAway = (path: string): boolean => /^\/(?:[/\\]|%2f|%5c)/i.test(path);
