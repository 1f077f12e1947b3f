import { subscribe } from "node:diagnostics_channel";
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import { firstHeader } from "@/lib/platform/headers/first-header";
import {
  labelOfHost,
  methodHeader,
  projectHostPath,
  requestedHost,
  targetHeader,
} from "@/lib/platform/hosts/project-host";
import { singleton } from "@/lib/platform/singleton";
import { compress } from "./compress";

const front = () => singleton("front", () => ({ isNext: true }));

/** Says, before Next starts, that in this process a server of ours stands in front of it. */
export function standBeforeNext(): void {
  front().isNext = false;
}

type Deployment = { appUrl: string; mockHostname: string; trustProxy: boolean };

/**
 * Where Next itself is the HTTP server: has its answers compressed, and hands it as a plain `GET` of the handler of
 * project hosts what it would fail at, refuse or redirect before any code of ours runs. Method and target as sent go
 * beside it, in headers that nobody else may set.
 */
export function comeBeforeNext(deployment: Deployment): void {
  if (!front().isNext) return;
  const appHost = new URL(deployment.appUrl).host;
  subscribe("http.server.request.start", (message) => {
    const { request, response } = message as { request: IncomingMessage; response: ServerResponse };
    // Without a host HTTP/1.1 is refused right after this.
    if (request.headers.host === undefined && request.httpVersion === "1.1") return;
    settleTarget(request, appHost);
    delete request.headers[methodHeader];
    const isProjectHost = labelOf(request, deployment) !== undefined;
    if (!isProjectHost) compress(request, response);
    if (!needsForwarding(request, isProjectHost)) return;
    request.headers[methodHeader] = request.method;
    request.headers[targetHeader] = request.url;
    request.method = "GET";
    request.url = projectHostPath;
  });
}

function labelOf({ headers }: IncomingMessage, { mockHostname, trustProxy }: Deployment): string | undefined {
  return labelOfHost(
    requestedHost((name) => firstHeader(headers, name), trustProxy),
    mockHostname,
  );
}

function needsForwarding({ method, url = "/", headers }: IncomingMessage, isProjectHost: boolean): boolean {
  // There is no `Request` with this method to ask the middleware about, and no URL with such a path.
  if (method === "TRACE" || !url.startsWith("/")) return true;
  return isProjectHost && (isRewrittenByNext(url) || isLong(headers));
}

/** Next copies a body for the middleware first, and cuts off what is beyond 10 MiB without a word. */
function isLong(headers: IncomingHttpHeaders): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 1024 * 1024;
}

/** Next redirects doubled slashes, and the URL standard takes dot segments and backslashes out of a path. */
function isRewrittenByNext(target: string): boolean {
  return /\/\/|\\|\/(\.|%2e){1,2}(\/|$)/i.test(target.split("?", 1)[0] ?? "");
}

/**
 * Brings a request's target into the form that all doors expect: a path, and a host beside it. The host of an
 * absolute target replaces `Host` (RFC 9112 section 3.2.2); a request of HTTP/1.0 without one, as probes of
 * load balancers send, is for the app.
 */
export function settleTarget(request: Pick<IncomingMessage, "url" | "headers">, appHost: string): void {
  const [, host, rest = ""] = /^https?:\/\/([^/?#]+)(.*)$/is.exec(request.url ?? "") ?? [];
  if (host !== undefined) {
    request.headers.host = host;
    request.url = rest.startsWith("/") ? rest : `/${rest}`;
  }
  if (!request.headers.host) request.headers.host = appHost;
}
