import type { Latencies } from "@/lib/platform/metrics/latencies";
import { lazily, singleton } from "@/lib/platform/singleton";

/** What a request can be for, roughly. */
export type RouteKind =
  | "api"
  | "mock"
  | "capture"
  | "page"
  | "file"
  | "changelog"
  | "shared"
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
  /** How long its requests took, by outcome, once somebody counts. */
  latencies?: (Latencies | undefined)[];
};

const known = lazily(() => singleton("observed routes", () => new Map<string, Route>()));

/** All routes that were ever named. */
export const knownRoutes = (): Iterable<Route> => known().values();

/** The route of this name, which is the same object each time. Names come from the code, never from requests. */
export function routeNamed(kind: RouteKind, name: string = kind, pattern?: string): Route {
  const key = `${kind} ${name}`;
  const found = known().get(key);
  if (found) return found;
  const made: Route = { kind, name, ...(pattern !== undefined && { pattern }) };
  known().set(key, made);
  return made;
}

/** Found once, because these are asked for at each request. */
const common = lazily(() => ({
  ...{ unknown: routeNamed("api", "unknown"), page: routeNamed("page"), file: routeNamed("file") },
  ...{
    changelog: routeNamed("changelog"),
    shared: routeNamed("shared"),
    stream: routeNamed("stream"),
    other: routeNamed("other"),
  },
  ...{ mock: routeNamed("mock"), capture: routeNamed("capture") },
  publicUnknown: routeNamed("other", "unknown public path"),
  probes: new Map(["livez", "readyz", "metrics"].map((name) => [`/${name}`, routeNamed("probe", name)])),
}));

/** What a path of the app is for, before anything has looked at it closely. */
export function routeOfPath(target: string): Route {
  const routes = common();
  const at = target.indexOf("?");
  const path = at === -1 ? target : target.slice(0, at);
  if (isBelow(path, "/api")) return routes.unknown;
  if (isBelow(path, "/changelog")) return routes.changelog;
  if (isBelow(path, "/-/shared")) return routes.shared;
  if (isBelow(path, "/ws")) return routes.stream;
  if (path.startsWith("/_next/") || /^\/[\w-]+\.(ico|png|svg)$/.test(path)) return routes.file;
  return routes.probes.get(path) ?? (path.startsWith("/") ? routes.page : routes.other);
}

const isBelow = (path: string, folder: string) =>
  path.startsWith(folder) && (path.length === folder.length || path[folder.length] === "/");

/** What a path on the host of a project is for. */
export function routeOfPublicPath(path: string): Route {
  const { mock, capture, publicUnknown } = common();
  if (path.startsWith("/api/mock")) return mock;
  return path.startsWith("/api/webhook") ? capture : publicUnknown;
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
