import type { IncomingMessage, ServerResponse } from "node:http";
import { atOnce, type RawCall } from "@/lib/api/at-once";
import { routeOf } from "@/lib/api/observed-call";
import { send } from "@/lib/api/send";
import { table } from "@/lib/api/table";
import type { Answer } from "@/lib/operations/answer";
import { firstHeader } from "@/lib/platform/headers/first-header";
import { observedOf } from "@/lib/platform/observe/observed-request";
import type { Route } from "@/lib/platform/observe/routes";
import { keepBody, readSmallBody } from "./small-body";

type Way = {
  method: string;
  /** How its paths begin. Looked at first, because patterns cost more. */
  prefix: string;
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
      if (way.method !== method || !url.startsWith(way.prefix)) continue;
      const found = way.pattern.exec(url);
      if (!found) continue;
      if (!way.takesBody) {
        if (answers(way, callOf(way, found, request, undefined), request, response)) return;
        break;
      }
      const isRead = readSmallBody(request, (body) => {
        if (answers(way, callOf(way, found, request, body), request, response)) return;
        keepBody(request, body);
        rest(request, response);
      });
      if (isRead) return;
      break;
    }
    rest(request, response);
  };
}

/** Answers the call if that is possible at once. */
function answers(way: Way, call: RawCall, request: IncomingMessage, response: ServerResponse): boolean {
  const answer = way.answer(call);
  if (!answer) return false;
  if (call.observed) call.observed.route = way.route;
  send(answer, request, response);
  return true;
}

function callOf(
  { names }: Way,
  found: RegExpExecArray,
  request: IncomingMessage,
  body: Uint8Array | undefined,
): RawCall {
  const given = request.headers;
  const params: Record<string, string> = {};
  let at = 1;
  for (const name of names) {
    params[name] = found[at] ?? "";
    at += 1;
  }
  const headers = { get: (name: string) => firstHeader(given, name.toLowerCase()) ?? null };
  return { params, query: found[at] ?? "", headers, body, observed: observedOf(request) };
}

/** Accepts only unreserved characters in parameters: others may be percent-encoded. */
function targetOf(path: string): { prefix: string; pattern: RegExp; names: string[] } {
  const [prefix = ""] = path.split(":", 1);
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name = ""]) => name);
  const segments = path.replace(/:\w+/g, "([\\w.~-]+)");
  return { prefix, names, pattern: new RegExp(`^${segments}(?:\\?([\\w.~=&%+-]*))?$`) };
}
