import type { IncomingMessage, ServerResponse } from "node:http";
import { atOnce, type RawCall } from "@/lib/api/at-once";
import { routeOf } from "@/lib/api/observed-call";
import { send } from "@/lib/api/send";
import { table } from "@/lib/api/table";
import type { Answer } from "@/lib/operations/answer";
import { firstHeader } from "@/lib/platform/headers/first-header";
import { observedOf } from "@/lib/platform/observe/observed-request";
import type { Route } from "@/lib/platform/observe/routes";
import { readSmallBody } from "./small-body";

type Way = {
  method: string;
  answer: (call: RawCall) => Answer | undefined;
  route: Route;
  takesBody: boolean;
  pattern: RegExp;
  names: string[];
};
type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * Answers a request from the socket to the domain function and back without a promise, when that is possible. All other
 * requests, including any path that is written in an unusual way, go to `rest`.
 */
export function createQuickApi(): (
  request: IncomingMessage,
  response: ServerResponse,
  rest: Handler,
) => void {
  const ways = table.flatMap((implementation): Way[] => {
    const { method, path, body } = implementation.operation;
    const answer = atOnce(implementation);
    if (!answer) return [];
    const route = routeOf(implementation.operation);
    return [{ method, answer, route, takesBody: body !== undefined, ...targetOf(path) }];
  });
  return (request, response, rest) => {
    const { method, url = "" } = request;
    for (const way of ways) {
      if (way.method !== method) continue;
      const found = way.pattern.exec(url);
      if (!found) continue;
      const answer = (body?: Uint8Array) => {
        const observed = observedOf(request);
        const answered = way.answer({ ...callOf(way, found, request, body), observed });
        if (!answered) return rest(request, response);
        if (observed) observed.route = way.route;
        send(answered, request, response);
      };
      if (!way.takesBody) return answer();
      if (readSmallBody(request, answer)) return;
      break;
    }
    rest(request, response);
  };
}

function callOf(
  { names }: Way,
  found: RegExpExecArray,
  { headers: given }: IncomingMessage,
  body: Uint8Array | undefined,
): RawCall {
  const params: Record<string, string> = {};
  for (const [at, name] of names.entries()) params[name] = found[at + 1] ?? "";
  const headers = { get: (name: string) => firstHeader(given, name.toLowerCase()) ?? null };
  return { params, query: found[names.length + 1] ?? "", headers, body };
}

/** Accepts only unreserved characters in parameters: others may be percent-encoded. */
function targetOf(path: string): { pattern: RegExp; names: string[] } {
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name = ""]) => name);
  const segments = path.replace(/:\w+/g, "([\\w.~-]+)");
  return { names, pattern: new RegExp(`^${segments}(?:\\?([\\w.~=&%+-]*))?$`) };
}
