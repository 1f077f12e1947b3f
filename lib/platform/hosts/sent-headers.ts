/**
 * What a platform for functions, or our own middleware there, puts on a request. The platform replaces what callers send
 * under these names. Two of ours come from another call of our own, and say that there is to be no further one.
 */
const addedOnTheWay =
  /^(x-fieldkit-(?!forwarded$|callback$).*|x-vercel-.*|x-now-.*|x-middleware-.*|x-matched-path|x-forwarded-.*|x-real-ip|forwarded)$/i;

/**
 * The headers of a request as its sender meant them.
 * @param rawHeaders names and values in turn
 */
export function sentHeaders(rawHeaders: readonly string[]): string[] {
  return rawHeaders.filter((_, at) => !addedOnTheWay.test(rawHeaders[at - (at % 2)] ?? ""));
}
