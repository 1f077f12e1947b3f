/** A `.` or `..` segment as the URL standard reads it: dots may be encoded, and a backslash separates like a slash. */
const dotSegment = /^[^?#]*[\\/](?:\.|%2e){1,2}(?:[\\/?#]|$)/i;

/** Whether the path of a request target has a segment that a URL parser removes. */
export const hasDotSegment = (target: string): boolean => dotSegment.test(target);

/**
 * Why a request target on the app's host is refused. Next resolves dot segments, so it would serve another path than the
 * one that Fieldkit routed, counted and logged.
 */
export function pathProblem(target: string | undefined): string | undefined {
  if (target === undefined || !hasDotSegment(target)) return undefined;
  return 'The path contains a "." or ".." segment. Send the resolved path instead.';
}
