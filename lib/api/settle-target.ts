import type { IncomingMessage } from "node:http";

/**
 * Brings a request's target into the form that all doors expect: a path, with the host beside it. The host of an
 * absolute target replaces `Host` (RFC 9112 section 3.2.2). A request of HTTP/1.0 without a host, such as the probe
 * of a load balancer, is meant for the app.
 */
export function settleTarget(request: Pick<IncomingMessage, "url" | "headers">, appHost: string): void {
  const [, host, rest = ""] = /^https?:\/\/([^/?#]+)(.*)$/is.exec(request.url ?? "") ?? [];
  if (host !== undefined) {
    request.headers.host = host;
    request.url = rest.startsWith("/") ? rest : `/${rest}`;
  }
  if (!request.headers.host) request.headers.host = appHost;
}
