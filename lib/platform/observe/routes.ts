import { lazily, singleton } from "@/lib/platform/singleton";

/** What a request can be for, roughly. */
export type RouteKind =
  | "api"
  | "mock"
  | "capture"
  | "page"
  | "file"
  | "changelog"
  | "probe"
  | "stream"
  | "other";

/** What a request is for: an operation of the API, or one of a few other things. There is a bounded number of them. */
export type Route = {
  readonly kind: RouteKind;
  /** The operation's id. Without an operation, the kind. */
  readonly name: string;
  /** Path with names in place of values, where it is one. */
  readonly pattern?: string;
};

const known = lazily(() => singleton("observed routes", () => new Map<string, Route>()));

/** The route of this name, which is the same object each time. Names come from the code, never from requests. */
export function routeNamed(kind: RouteKind, name: string = kind, pattern?: string): Route {
  const key = `${kind} ${name}`;
  const found = known().get(key);
  if (found) return found;
  const made = { kind, name, ...(pattern !== undefined && { pattern }) };
  known().set(key, made);
  return made;
}

/** What a path of the app is for, before anything has looked at it closely. */
export function routeOfPath(target: string): Route {
  const at = target.indexOf("?");
  const path = at === -1 ? target : target.slice(0, at);
  if (path.startsWith("/api/") || path === "/api") return routeNamed("api", "unknown");
  if (path === "/livez" || path === "/readyz" || path === "/metrics")
    return routeNamed("probe", path.slice(1));
  if (path.startsWith("/changelog/") || path === "/changelog") return routeNamed("changelog");
  if (path.startsWith("/ws/") || path === "/ws") return routeNamed("stream");
  if (path.startsWith("/_next/") || /^\/[\w-]+\.(ico|png|svg)$/.test(path)) return routeNamed("file");
  return path.startsWith("/") ? routeNamed("page") : routeNamed("other");
}

/** What a path on the host of a project is for. */
export function routeOfPublicPath(path: string): Route {
  if (path.startsWith("/api/mock")) return routeNamed("mock");
  return path.startsWith("/api/webhook") ? routeNamed("capture") : routeNamed("other", "unknown public path");
}

/** Segments of pages' addresses that are the same for everybody. All others are names, ids or secrets. */
const fixedSegments = new Set([
  ...["forgot-password", "invitations", "reset-password", "sign-in", "sign-up"],
  ...[
    "mocks",
    "webhooks",
    "flags",
    "keys",
    "releases",
    "settings",
    "environments",
    "groups",
    "records",
    "new",
  ],
]);
const segmentsMax = 9;

/** The address of a page without anything that belongs to somebody: `/:/:/mocks/:`. */
export function pagePattern(target: string): string {
  const [path = ""] = target.split("?", 1);
  const [, ...segments] = path.split("/", segmentsMax + 1);
  return segments.map((each) => `/${each === "" || fixedSegments.has(each) ? each : ":"}`).join("");
}
