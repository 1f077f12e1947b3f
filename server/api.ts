import type { IncomingMessage, ServerResponse } from "node:http";
import { getRequestListener, type HttpBindings } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import { type Context, Hono } from "hono";
import { compress } from "@/lib/api/compress";
import { livez, readyz } from "@/lib/api/health";
import { otherMethods, readOnly, route, unknownPath } from "@/lib/api/route";
import { refuseMethod, send } from "@/lib/api/send";
import { table } from "@/lib/api/table";
import { toResponse } from "@/lib/operations/answer";
import type { RouteHandler } from "@/lib/operations/answering";
import type { ErrorCode } from "@/lib/operations/error-codes";
import { requestIdFrom } from "@/lib/operations/request-id";
import { servePackage } from "@/lib/packages/serve-package";
import { log } from "@/lib/platform/log/log";
import { rarely } from "@/lib/platform/log/rarely";
import { observedOf } from "@/lib/platform/observe/observed-request";
import { changelogRoutes } from "@/lib/releases/changelog/serve";
import { sharedRoutes } from "@/lib/webhooks/shares/serve";
import { createQuickApi } from "./quick-api";
import { chunksOf } from "./small-body";

type Env = { Bindings: Partial<HttpBindings> };
type Api = {
  listener: (request: IncomingMessage, response: ServerResponse) => void;
  /** The same for callers in this process. */
  fetch: (request: Request) => Response | Promise<Response>;
};

/** The API on `node:http`, mounted from the table of operations, together with the public pages. */
export function createApi(): Api {
  const app = new Hono<Env>();
  const rest = new Hono<Env>();
  for (const [path, handler] of [["/livez", livez] as const, ["/readyz", readyz] as const]) {
    app.on(["GET", "HEAD"], path, through(handler));
    rest.all(path, through(readOnly));
  }
  for (const implementation of table) {
    const { method, path } = implementation.operation;
    app.on(method, path, through(route(implementation)));
  }
  for (const path of new Set(table.map(({ operation }) => operation.path))) {
    const operations = table.map(({ operation }) => operation).filter((each) => each.path === path);
    rest.all(path, through(otherMethods(operations)));
  }
  const packageRoute = { path: "/:file{(cli|sdk)[^/]*\\.tgz}", serve: servePackage };
  for (const { path, serve } of [...changelogRoutes, ...sharedRoutes, packageRoute]) {
    app.on(["GET", "HEAD"], path, through(serve));
    rest.all(path, through(readOnly));
  }
  rest.notFound(through(unknownPath));
  // In an app of its own, because Hono calls a single handler without the machinery for several.
  app.notFound(({ req, env }) => rest.fetch(req.raw, env));
  const listener = getRequestListener(app.fetch, { overrideGlobalObjects: false, errorHandler });
  const quick = createQuickApi();
  const others = (request: IncomingMessage, response: ServerResponse) => {
    // The Fetch standard has no request with this method.
    if (request.method === "TRACE" || request.method === "CONNECT") refuseMethod(request, response);
    else void listener(request, response);
  };
  const compressed = (request: IncomingMessage, response: ServerResponse) => {
    compress(request, response);
    others(request, response);
  };
  return {
    listener(request, response) {
      // On the busiest paths, clients that accept no compression are spared its cost.
      const isPlain = request.headers["accept-encoding"] === undefined;
      if (!isPlain) compress(request, response);
      quick(request, response, isPlain ? compressed : others);
    },
    fetch: (request) => app.fetch(request, {}),
  };
}

const through = (handler: RouteHandler) => async (context: Context<Env>) => {
  const { incoming, outgoing } = context.env;
  const answer = await handler(context.req.raw, {
    params: context.req.param() as Record<string, string>,
    peerAddress: incoming?.socket.remoteAddress,
    chunks: incoming && chunksOf(incoming as IncomingMessage),
    observed: incoming && observedOf(incoming as IncomingMessage),
    isGone: incoming && (() => incoming.socket.destroyed),
  });
  if (!outgoing) return toResponse(answer);
  send(answer, incoming as IncomingMessage, outgoing as ServerResponse);
  return RESPONSE_ALREADY_SENT;
};

const complain = rarely();

/** Answers requests that the adapter could not turn into a `Request`: a malformed host, a body that breaks off. */
function errorHandler(error: unknown): Response {
  const requestId = requestIdFrom(undefined);
  complain((heldBack) => log().info({ err: error, requestId, heldBack }, "a request could not be read"));
  return Response.json(
    { error: "The request could not be read.", code: "invalid_request" satisfies ErrorCode, requestId },
    { status: 400, headers: { "x-request-id": requestId } },
  );
}
