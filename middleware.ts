import { type NextRequest, NextResponse } from "next/server";
import { queryProblem, withoutInheritedNames } from "@/lib/platform/budgets/query-problem";
import { isFunction, mockHostname, pageDeployment, trustProxy } from "@/lib/platform/env/mock-hostname";
import { isPackagePath } from "@/lib/platform/env/package-files";
import { commonHeaders, contentSecurityPolicy, nonceHeader } from "@/lib/platform/headers/page-headers";
import { kindOfPage, nothingPath, readsPages } from "@/lib/platform/hosts/page-paths";
import {
  labelOfHost,
  methodHeader,
  methodsOfNext,
  peerHeader,
  problemHeader,
  projectHostPath,
  projectTargetOf,
  requestedHost,
  targetHeader,
} from "@/lib/platform/hosts/project-host";

/**
 * Sends every request to a project, and on the app's host what Next would answer wrongly, to the handler of
 * project hosts, which answers 404 to all but projects. Tells handlers and pages the target that
 * was asked for, which Next itself does not.
 */
export function middleware(request: NextRequest): NextResponse {
  const { pathname, search } = new URL(request.url);
  const headers = new Headers(request.headers);
  // In front of a function nothing of ours sets these, so they are a stranger's.
  if (isFunction()) for (const name of ownHeaders) headers.delete(name);
  // Comes from before Next, and brings its method and target along.
  if (pathname === projectHostPath && headers.has(methodHeader)) return NextResponse.next();
  const peer = headers.get(peerHeader) ?? undefined;
  const host = requestedHost({ header: (name) => headers.get(name), peer }, trustProxy());
  const isForProject = projectTargetOf(labelOfHost(host, mockHostname()), pathname) !== undefined;
  headers.set(targetHeader, `${pathname}${search}`);
  const problem = isForProject ? undefined : queryProblem(search);
  if (problem) headers.set(problemHeader, problem);
  const isForPages = methodsOfNext.has(request.method) && !isApiFolder(pathname) && !isMalformed(pathname);
  if (!isForProject && !problem && isForPages && !isForNobody(pathname, request.headers)) {
    return passOn(request.url, headers);
  }
  headers.set(methodHeader, request.method);
  return NextResponse.rewrite(new URL(projectHostPath, request.url), { request: { headers } });
}

const ownHeaders = [methodHeader, peerHeader, problemHeader];

/** To Next's pages and files, which get their security headers here, the same on both doors. */
function passOn(url: string, headers: Headers): NextResponse {
  const deployment = pageDeployment();
  const { pathname } = new URL(url);
  if (isPackagePath(pathname)) {
    return NextResponse.rewrite(new URL(`/-/packages${pathname}`, url), { request: { headers } });
  }
  if (isOwnAnswer(pathname)) return goOn(url, headers);
  const nonce = btoa(crypto.randomUUID());
  const policy = contentSecurityPolicy(deployment, nonce);
  headers.set(nonceHeader, nonce);
  // Next finds the nonce for its own scripts in there.
  headers.set("content-security-policy", policy);
  const isNothing = kindOfPage(pathname) === "nothing";
  const response = isNothing
    ? NextResponse.rewrite(new URL(nothingPath, url), { request: { headers } })
    : goOn(url, headers);
  for (const [name, value] of Object.entries(commonHeaders(deployment))) response.headers.set(name, value);
  response.headers.set("Content-Security-Policy", policy);
  return response;
}

/** To where the address leads, in a function without what Next could not go on with there. */
function goOn(url: string, headers: Headers): NextResponse {
  const address = new URL(url);
  const search = isFunction() ? withoutInheritedNames(address.search) : address.search;
  if (search === address.search) return NextResponse.next({ request: { headers } });
  address.search = search;
  return NextResponse.rewrite(address, { request: { headers } });
}

const isOwnAnswer = (pathname: string) => /^\/(api|changelog|livez|readyz|ws|-\/shared)(\/|$)/.test(pathname);

/**
 * Whether no page is asked for: a probe, a scanner or a script gets 404 instead of a way to sign in, also where a team's
 * page might be.
 */
function isForNobody(pathname: string, headers: Headers): boolean {
  return !isOwnAnswer(pathname) && kindOfPage(pathname) !== "open" && !readsPages(headers);
}

/** Next serves `/api/teams` at `/api/teams/` too. */
function isApiFolder(pathname: string): boolean {
  return pathname.endsWith("/") && /^\/(api|changelog|-\/shared)\//.test(pathname);
}

/** Next answers 500 to a malformed percent-encoding. */
function isMalformed(pathname: string): boolean {
  try {
    decodeURIComponent(pathname);
    return false;
  } catch {
    return true;
  }
}

/** Everything, doubled slashes too, which a pattern by segments leaves out. */
export const config = { matcher: "/(.*)" };
