import type { IncomingMessage, ServerResponse } from "node:http";
import { atOnce } from "@/lib/api/at-once";
import { routeOf } from "@/lib/api/observed-call";
import { send } from "@/lib/api/send";
import { table } from "@/lib/api/table";
import { firstHeader } from "@/lib/platform/headers/first-header";
import { observedOf } from "@/lib/platform/observe/observed-request";

/**
 * Answers a request from the socket to the domain function and back without a promise, when that is possible. Returns
 * false for all other requests, including any path that is written in an unusual way.
 */
export function createQuickApi(): (request: IncomingMessage, response: ServerResponse) => boolean {
  const ways = table.flatMap((implementation) => {
    const { method, path } = implementation.operation;
    const answer = atOnce(implementation);
    return answer ? [{ method, answer, route: routeOf(implementation.operation), ...targetOf(path) }] : [];
  });
  return (request, response) => {
    const { method, url = "", headers: given } = request;
    for (const way of ways) {
      if (way.method !== method) continue;
      const found = way.pattern.exec(url);
      if (!found) continue;
      const params: Record<string, string> = {};
      for (const [at, name] of way.names.entries()) params[name] = found[at + 1] ?? "";
      const headers = { get: (name: string) => firstHeader(given, name.toLowerCase()) ?? null };
      const observed = observedOf(request);
      const answer = way.answer({ params, query: found[way.names.length + 1] ?? "", headers, observed });
      if (!answer) return false;
      if (observed) observed.route = way.route;
      send(answer, request, response);
      return true;
    }
    return false;
  };
}

/** Accepts only unreserved characters in parameters: others may be percent-encoded. */
function targetOf(path: string): { pattern: RegExp; names: string[] } {
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name = ""]) => name);
  const segments = path.replace(/:\w+/g, "([\\w.~-]+)");
  return { names, pattern: new RegExp(`^${segments}(?:\\?([\\w.~=&%+-]*))?$`) };
}
