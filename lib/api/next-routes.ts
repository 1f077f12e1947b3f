import { after } from "next/server";
import { type Answer, toResponse } from "@/lib/operations/answer";
import { answering, type RouteHandler } from "@/lib/operations/answering";
import type { AnyImplementation } from "@/lib/operations/implement";
import { observedBehindNext } from "@/lib/platform/observe/observed-request";
import { hasOwnServer, peerBehindNext } from "./before-next";
import { beginRequest } from "./begin-request";
import { otherMethods, readOnly, route, unknownPath } from "./route";

type NextContext = { params: Promise<Record<string, string | string[]>> };
type NextHandler = (request: Request, context: NextContext) => Promise<Response>;
const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"] as const;
type Exports = Record<(typeof methods)[number], NextHandler>;

/** The exports of one `route.ts`: each operation under its method, and 405 with `Allow` for every other. */
export function routes(...implementations: AnyImplementation[]): Exports {
  const otherwise = otherMethods(implementations.map(({ operation }) => operation));
  return exportsOf((method) => {
    const wanted = method === "HEAD" ? "GET" : method;
    const found = implementations.find(({ operation }) => operation.method === wanted);
    return adapt(found ? route(found) : otherwise);
  });
}

/** The same for a path that says by itself what parameters of the operations' own path are. */
export function routesAs(params: Record<string, string>, ...implementations: AnyImplementation[]): Exports {
  const handlers = routes(...implementations);
  return exportsOf((method) => async (request, context) => {
    const named = context.params.then((given) => ({ ...given, ...params }));
    return handlers[method](request, { params: named });
  });
}

/**
 * The exports of a path that Next takes for itself although a part of another path could be called so: `others` are that
 * path's operations, and `params` what is called so. Methods that `own` answers must not be among theirs.
 */
export function routesAlso(
  own: Exports,
  params: Record<string, string>,
  ...others: AnyImplementation[]
): Exports {
  const theirs = routesAs(params, ...others);
  const answers = (method: string) =>
    others.some(({ operation }) => operation.method === (method === "HEAD" ? "GET" : method));
  return exportsOf((method) => (answers(method) ? theirs : own)[method]);
}

/** The exports of a path that only reads and is not in the table. */
export function readingRoute(read: (request: Request) => Promise<Answer>): Exports {
  return exportsOf((method) => {
    const handler = method === "GET" || method === "HEAD" ? read : readOnly;
    return async (request) => toResponse(await handler(request));
  });
}

/** The same for a path that reads the database. */
export function pageRoute(serve: RouteHandler): Exports {
  return exportsOf((method) => adapt(method === "GET" || method === "HEAD" ? serve : readOnly));
}

/** The exports of the catch-all: 404 for every method. */
export function noRoutes(): Exports {
  return exportsOf(() => adapt(unknownPath));
}

function exportsOf(handlerFor: (method: keyof Exports) => NextHandler): Exports {
  const entries = methods.map((method) => [method, unlessOwnServer(handlerFor(method))]);
  return Object.fromEntries(entries) as Exports;
}

/**
 * Fieldkit's own server answers these paths itself. A request that gets past it to Next has lost its client's address,
 * and with that the limits and the audit log's source, so it finds nothing here.
 */
const unlessOwnServer =
  (handler: NextHandler): NextHandler =>
  async (request, context) =>
    hasOwnServer() ? toResponse(await unknownPath(request, { params: {} })) : handler(request, context);

function adapt(handler: RouteHandler): NextHandler {
  return async (request, context) => {
    const params = await context.params;
    const opened = await beginRequest().then(
      () => handler,
      (error): RouteHandler => failing(error),
    );
    const answer = await opened(request, {
      peerAddress: peerBehindNext(request),
      observed: observedBehindNext(request.headers),
      isGone: () => request.signal.aborted,
      // Keeps a serverless instance alive until the work is done.
      background: (work) => after(work),
      params: Object.fromEntries(
        Object.entries(params ?? {}).map(([name, value]) => [
          name,
          Array.isArray(value) ? value.join("/") : decode(value),
        ]),
      ),
    });
    return toResponse(answer, request.signal);
  };
}

/** Answers with the error that a database that could not be opened means to the caller. */
const failing =
  (error: unknown): RouteHandler =>
  (request) =>
    answering(request, () => Promise.reject(error));

/** Next hands over parameters as they were written in the URL. */
function decode(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
