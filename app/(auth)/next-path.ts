/**
 * Where to go after signing in. Only addresses of this site pass: one leading slash, and printable ASCII only,
 * because browsers drop tabs and line breaks and would read `/<tab>/evil` as another host. The sign-in and sign-up
 * pages are refused too: they redirect people who are signed in, so they would redirect to themselves for ever.
 */
export function nextPath(given: string | string[] | undefined): string {
  if (typeof given !== "string" || !/^\/(?![/\\])[!-~]*$/.test(given)) return "/";
  return /^\/sign-(in|up)\b/.test(given) ? "/" : given;
}

export function withNext(page: "/sign-in" | "/sign-up", next: string): string {
  return next === "/" ? page : `${page}?next=${encodeURIComponent(next)}`;
}

/** The token of the invitation that the way leads to. */
export const invitationIn = (next: string) => /^\/invitations\/([\w-]+)(?:\?join=1)?$/.exec(next)?.[1];

/**
 * The way back to an invitation for somebody who signs in or up to accept it, so that they are not asked twice. The page
 * believes it only in the tab that they left it in.
 */
export const joinPath = (token: string) => `/invitations/${encodeURIComponent(token)}?join=1`;
