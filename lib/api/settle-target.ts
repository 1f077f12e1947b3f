import type { IncomingMessage } from "node:http";

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
