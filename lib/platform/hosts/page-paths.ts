/**
 * Which addresses of the app can be pages at all. Pure, because the middleware and contracts use it: the middleware says
 * 404 to all others before anybody is sent to sign in, and no team gets a name that is an address of something else.
 */

import { isPackagePath } from "../env/package-files";

/** Pages for everybody, and what is below them. */
const openPages = ["docs", "forgot-password", "invitations", "reset-password", "sign-in", "sign-up"];

/** What programs look for at any server. There is nothing at these addresses, or nothing for people. */
const namesOfProbes = ["health", "healthz", "livez", "metrics", "ping", "readyz", "status"];

/** Names that no team can have. */
export const reservedNames: readonly string[] = [
  ...openPages,
  ...namesOfProbes,
  ...["api", "changelog", "new", "ws"],
];

const ownPages = "-";
export const accountPath = `/${ownPages}/account`;
/** Where somebody lets a command line in. */
export const cliPath = `/${ownPages}/cli`;

const files = ["favicon.ico", "icon.svg", "apple-icon.png", "cli.mjs", "whats-new.js"];
/** The parts of a project. */
const sections = ["audit", "flags", "keys", "mocks", "releases", "settings", "webhooks"];
/** The pages of a team itself, behind a segment that no project's slug can be. */
const teamMark = "-";
const teamPages = ["audit", "members", "settings"];
const slug = /^[a-z0-9]+(-[a-z0-9]+)*$/;

/**
 * What a path of the app's own host can be: a page or file for anybody, a page of somebody's team, or nothing at all.
 */
export function kindOfPage(pathname: string): "open" | "team" | "nothing" {
  const [, first = "", project = "", section = ""] = pathname.split("/");
  if (pathname === "/" || openPages.includes(first) || first === "_next") return "open";
  if (files.includes(first) || isPackagePath(pathname)) return project === "" ? "open" : "nothing";
  // No slug is a dash, so that these pages of one's own never clash with a team's.
  if (first === ownPages) return [accountPath, cliPath].includes(pathname) ? "team" : "nothing";
  if (reservedNames.includes(first)) return "nothing";
  if (project === teamMark) return slug.test(first) && teamPages.includes(section) ? "team" : "nothing";
  const isTeam = slug.test(first) && (project === "" || slug.test(project));
  return isTeam && (section === "" || sections.includes(section)) ? "team" : "nothing";
}

/** Whether a request comes from somebody who would read a page: a browser, or somebody with a session. */
export function readsPages(headers: Pick<Headers, "get">): boolean {
  if (headers.get("accept")?.includes("text/html")) return true;
  // What the dashboard itself asks for while somebody moves about in it.
  if (headers.get("sec-fetch-mode") !== null) return true;
  return headers.get("cookie")?.includes("fieldkit.session_token=") ?? false;
}

/** Next shows its page for what is not found at this address, which no other path of ours has. */
export const nothingPath = "/_not-found";
