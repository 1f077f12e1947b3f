import type { IncomingMessage } from "node:http";
import { firstHeader } from "@/lib/platform/headers/first-header";
import type { ObservedRequest, Observer } from "@/lib/platform/observe/observed-request";
import { pagePattern } from "@/lib/platform/observe/routes";
import { beginRoot, isTracing } from "./trace";

const methods = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

/**
 * Begins the span of a request.
 * @param isStranger on a project's host: whoever sends something there has no say in our traces
 */
export function beginRequestSpan(
  observed: ObservedRequest | undefined,
  request: IncomingMessage,
  isStranger: boolean,
): void {
  if (!observed || !isTracing()) return;
  const method = methods.has(observed.method) ? observed.method : "_OTHER";
  const traceparent = isStranger ? undefined : firstHeader(request.headers, "traceparent");
  const attributes = { "http.request.method": method };
  observed.span = beginRoot({ name: method, kind: "server", attributes }, traceparent);
}

/** Ends spans of requests, with what was learnt of them. */
export const requestSpans: Observer = {
  wantsDetails: true,
  ended({ span, route, target, label, requestId, actor, method }, { status, isAborted }) {
    if (!span) return;
    const pattern = route.pattern ?? (route.kind === "page" ? pagePattern(target) : route.name);
    span.rename(`${methods.has(method) ? method : "_OTHER"} ${pattern}`);
    span.set({
      "http.route": pattern,
      "fieldkit.operation": route.name,
      "fieldkit.kind": route.kind,
      ...(status !== undefined && { "http.response.status_code": status }),
      ...(label !== undefined && { "fieldkit.project_host": label }),
      ...(requestId !== undefined && { "fieldkit.request_id": requestId }),
      ...(actor && { "fieldkit.actor": `${actor.kind}:${actor.id}` }),
    });
    const failure = isAborted
      ? "aborted"
      : status !== undefined && status >= 500
        ? String(status)
        : undefined;
    span.end(failure);
  },
};
