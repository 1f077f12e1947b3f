import { randomUUID } from "node:crypto";
import { db } from "@/db/database";
import { authenticate } from "@/lib/auth/authenticate";
import { clientAddressOf } from "@/lib/auth/client-address";
import { log } from "@/lib/platform/log/log";
import type { Ctx } from "./context";
import { AppError, asAppError, statusOf } from "./errors";
import { idempotencyKey, once } from "./idempotency";
import type { Implementation } from "./implement";
import type { Input, Operation, Page } from "./operation";
import { parseFields } from "./parse-fields";
import { parseJson, readBody } from "./read-body";

/** What a door passes on: the path's parameters, and the peer's address where it knows it. */
export type RouteContext = { params: Record<string, string>; peerAddress?: string | undefined };
export type RouteHandler = (request: Request, context: RouteContext) => Promise<Response>;

/**
 * Makes the handler of one operation, the same behind both doors: request id, size, authentication,
 * the domain function (which authorises, then asks for its fields), encoding, errors.
 */
export function route<O extends Operation>(implementation: Implementation<O>): RouteHandler {
  return (request, { params, peerAddress }) =>
    answering(request, async (requestId) => {
      const op: Operation = implementation.operation;
      const url = new URL(request.url);
      const body =
        request.method === "GET" || request.method === "HEAD" ? new Uint8Array() : await readBody(request);
      const clientAddress = clientAddressOf(request.headers, peerAddress);
      const actor = await authenticate(op.access, request);
      const effects: (() => void | Promise<void>)[] = [];
      const ctx: Ctx = {
        actor,
        db: db(),
        headers: request.headers,
        search: url.search,
        clientAddress,
        requestId,
        now: () => new Date(),
        after: (effect) => effects.push(effect),
      };
      const input = {
        ...params,
        fields: async () =>
          parseFields(op, url.searchParams, op.body && parseJson(body, request.headers.get("content-type"))),
      } as Input<O>;
      const work = async (inner: Ctx) => encode(op, url, await implementation.run(inner, input));
      const key = idempotencyKey(op, request.headers);
      const response = await (key ? once({ op, key, path: url.pathname, body, ctx }, work) : work(ctx));
      for (const effect of effects) await effect();
      return response;
    });
}

/** Runs `work`, turns whatever it throws into an error answer, and marks the answer with its request id. */
export async function answering(
  request: Request,
  work: (requestId: string) => Promise<Response>,
): Promise<Response> {
  const requestId = requestIdOf(request.headers);
  let response: Response;
  try {
    response = await work(requestId);
  } catch (error) {
    response = errorResponse(error, requestId, request);
  }
  const answer = request.method === "HEAD" ? headOf(response) : response;
  answer.headers.set("x-request-id", requestId);
  if (!answer.headers.has("cache-control")) answer.headers.set("cache-control", "no-store");
  return answer;
}

function requestIdOf(headers: Headers): string {
  const given = headers.get("x-request-id");
  return given && /^[\w.:/+=-]{1,128}$/.test(given) ? given : randomUUID();
}

function errorResponse(error: unknown, requestId: string, request: Request): Response {
  const known = asAppError(error);
  if (known.cause !== undefined) {
    log().error({ err: known.cause, requestId, method: request.method, code: known.code }, known.message);
  }
  const { code, message, issues, headers } = known;
  return Response.json(
    { error: message, code, requestId, ...(issues && { issues }) },
    { status: statusOf[code], headers },
  );
}

function headOf(response: Response): Response {
  response.body?.cancel().catch(() => {});
  return new Response(null, { status: response.status, headers: response.headers });
}

function encode(op: Operation, url: URL, result: unknown): Response {
  if (result instanceof Response) return new Response(result.body, result);
  if (!op.list) return Response.json(op.output.parse(result), { status: op.status ?? 200 });
  const { items, next } = result as Page<unknown>;
  const response = Response.json(op.output.parse(items));
  if (next !== undefined) {
    const following = new URLSearchParams(url.searchParams);
    following.set("cursor", next);
    response.headers.set("link", `<${url.pathname}?${following}>; rel="next"`);
  }
  return response;
}

export const unknownPath: RouteHandler = (request) =>
  answering(request, async () => {
    throw new AppError("not_found", "Not found. The paths that exist are listed at /api/openapi.json.");
  });

/** Answers 405 and names the methods that the path has. */
export function wrongMethod(allowed: readonly string[]): RouteHandler {
  return (request) =>
    answering(request, async () => {
      const allow = allowed.join(", ");
      throw new AppError("method_not_allowed", `This path answers ${allow}.`, { headers: { allow } });
    });
}

/** The methods that a path with these operations answers: `HEAD` comes with `GET`. */
export function allowedMethods(operations: readonly Operation[]): string[] {
  return operations.flatMap(({ method }) => (method === "GET" ? ["GET", "HEAD"] : [method]));
}
