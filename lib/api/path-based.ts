import type { IncomingHttpHeaders } from "node:http";
import { Answer } from "@/lib/operations/answer";
import { AppError } from "@/lib/operations/errors";
import { env } from "@/lib/platform/env/env";
import type { ProjectTarget } from "@/lib/platform/hosts/project-host";
import { baseUrlOfLabel } from "@/lib/projects/to-project";

/**
 * Path-based URLs serve mocks, whose content users write, from the dashboard's origin. Browsers must not show or run that
 * content, its headers must not affect the origin, and it must not see the dashboard's cookies.
 */

/**
 * Rejects requests of a browser that would show or run the response: navigations, frames, workers, scripts and embedded
 * content. Browsers send Sec-Fetch-* to https and localhost only, so `sandbox` protects other origins.
 * @throws {AppError} `invalid_request`
 */
export function requireProgram(headers: IncomingHttpHeaders, { label, target }: ProjectTarget): void {
  const { "sec-fetch-dest": destination, "sec-fetch-mode": mode } = headers;
  const isShown =
    (destination !== undefined && destination !== "empty") ||
    mode === "navigate" ||
    headers["upgrade-insecure-requests"] !== undefined ||
    headers["service-worker"] !== undefined;
  if (!isShown) return;
  const url = `${baseUrlOfLabel(label)}${target}`.slice(0, urlCharsMax);
  throw new AppError("invalid_request", "This URL is for programs only.", {
    hint: `In a browser, use ${url}`,
  });
}

const urlCharsMax = 2000;

/** Whether a browser sent the request. Browsers send Sec-Fetch-* to https and localhost only, Node sends Sec-Fetch-Mode. */
const isBrowser = (headers: IncomingHttpHeaders) =>
  headers["sec-fetch-site"] !== undefined ||
  headers["sec-fetch-dest"] !== undefined ||
  headers["user-agent"]?.startsWith("Mozilla/") === true;

/**
 * The headers of a request without credentials for the app: its cookies, API keys, and whatever else a browser
 * adds to every request to the app's origin.
 */
export function withoutCredentials(rawHeaders: readonly string[], headers: IncomingHttpHeaders): string[] {
  const fromBrowser = isBrowser(headers);
  const kept: string[] = [];
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? "";
    const value = keptValue(name.toLowerCase(), rawHeaders[at + 1] ?? "", fromBrowser);
    if (value !== undefined) kept.push(name, value);
  }
  return kept;
}

function keptValue(lowerName: string, value: string, fromBrowser: boolean): string | undefined {
  if (lowerName === "cookie") return fromBrowser ? undefined : foreignCookies(value);
  if (identity.test(lowerName)) return undefined;
  if (lowerName !== "authorization" && lowerName !== "x-api-key") return value;
  if (apiKey.test(value) || isOperatorsToken(value)) return undefined;
  return fromBrowser && ambientScheme.test(value) ? undefined : value;
}

/** A login proxy in front of the app adds these to every request, for the app. */
const identity =
  /^(?:cf-access-.*|x-amzn-oidc-.*|x-auth-request-.*|x-forwarded-(?:access-token|client-cert|email|groups|preferred-username|user)|x-goog-(?:authenticated-user|iap)-.*|x-ms-(?:client-principal|token).*|x-authentik-.*|x-pomerium-.*|x-webauth-.*|remote-(?:user|email|groups|name)|proxy-authorization)$/;

function isOperatorsToken(value: string): boolean {
  const { metricsToken, cronSecret } = env();
  return [metricsToken, cronSecret].some((token) => token !== undefined && value.includes(token));
}

/** Longer than a mistyped key, shorter than any real one. */
const apiKey = /fk_[0-9A-Za-z]{20}/;
/** Once a user has entered such credentials for an origin, the browser adds them to every request. */
const ambientScheme = /^\s*(basic|digest|negotiate|ntlm)\b/i;
const ownCookie = /^(__secure-|__host-)?fieldkit[.-]/i;

function foreignCookies(value: string): string | undefined {
  const kept = value.split(";").filter((each) => !ownCookie.test(each.trim()));
  return kept.length === 0 ? undefined : kept.join(";").trim();
}

/** Response headers with an effect on the whole origin, and the one that lets pages send cookies. */
const ofTheOrigin = new Set([
  ...["set-cookie", "set-cookie2", "clear-site-data", "strict-transport-security", "service-worker-allowed"],
  ...["access-control-allow-credentials", "content-security-policy", "content-security-policy-report-only"],
  ...["alt-svc", "nel", "report-to", "reporting-endpoints", "accept-ch", "critical-ch", "use-as-dictionary"],
  ...["origin-agent-cluster", "refresh", "x-content-type-options", "set-login"],
  ...["sec-session-registration", "secure-session-registration", "activate-storage-access"],
]);
/**
 * The only others that browsers get, because there are always new ones with an effect on the origin. `WWW-Authenticate`, for
 * example, makes a browser ask for a password in the app's name.
 */
const forBrowsers =
  /^(?:access-control-.*|accept-ranges|age|allow|cache-control|content-.*|date|etag|expires|last-modified|link|location|ratelimit.*|retry-after|vary|warning|x-(?!accel-|sendfile).*)$/;

/** Makes an answer safe for the app's origin. Applying it again changes nothing. */
export function toSentByPath(headers: IncomingHttpHeaders): (answer: Answer) => Answer {
  const fromBrowser = isBrowser(headers);
  return ({ status, headers: lines, body }) => {
    const kept: string[] = [];
    for (let at = 0; at + 1 < lines.length; at += 2) {
      const name = lines[at] ?? "";
      const lowerName = name.toLowerCase();
      if (ofTheOrigin.has(lowerName) || (fromBrowser && !forBrowsers.test(lowerName))) continue;
      kept.push(name, lines[at + 1] ?? "");
    }
    kept.push("X-Content-Type-Options", "nosniff", "Content-Security-Policy", "sandbox");
    return new Answer(status, kept, body);
  };
}
