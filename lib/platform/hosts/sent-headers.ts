/** What a platform for functions, or our own middleware there, puts on a request. The platform replaces what callers send under these names. */
const addedOnTheWay =
  /^(x-fieldkit-.*|x-vercel-.*|x-now-.*|x-middleware-.*|x-matched-path|x-forwarded-.*|x-real-ip|forwarded)$/i;

/**
 * The headers of a request as its sender meant them.
 * @param rawHeaders names and values in turn
 */
export function sentHeaders(rawHeaders: readonly string[]): string[] {
  return rawHeaders.filter((_, at) => !addedOnTheWay.test(rawHeaders[at - (at % 2)] ?? ""));
}
