import { redirectPath } from "@/lib/platform/hosts/redirect-path";

/**
 * Where to go after signing in. The sign-in and sign-up pages are refused: they redirect people who are signed in, so
 * they would redirect to themselves forever.
 */
export function nextPath(given: string | string[] | undefined): string {
  const path = redirectPath(given);
  return path === undefined || isEntrance(path) ? "/" : path;
}

const isEntrance = (path: string): boolean => /^\/sign-(in|up)(?:[/?#]|$)/.test(decoded(path));

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
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
