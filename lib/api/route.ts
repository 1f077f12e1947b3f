import { AsyncResource } from "node:async_hooks";
import type { ReadableStream } from "node:stream/web";
import { db } from "@/db/database";
import { authenticate } from "@/lib/auth/authenticate";
import { clientNetworkOf, holderOf } from "@/lib/auth/client-address";
import { Answer, LastingAnswer, staleAnswer } from "@/lib/operations/answer";
import { answering, type RouteHandler } from "@/lib/operations/answering";
import { withWorkBeforehand } from "@/lib/operations/beforehand";
import type { Actor, Ctx } from "@/lib/operations/context";
import { preflight, withCors } from "@/lib/operations/cors";
import { AppError } from "@/lib/operations/errors";
import { problemOfIfMatch } from "@/lib/operations/if-match";
import type { AnyImplementation } from "@/lib/operations/implement";
import { countMax, type Operation, type Page } from "@/lib/operations/operation";
import { encodedRows } from "@/lib/operations/output";
import { parseFields } from "@/lib/operations/parse-fields";
import { parseJson } from "@/lib/operations/parse-json";
import { parseAroundLists } from "@/lib/operations/parse-long-list";
import { parseUpload } from "@/lib/operations/parse-upload";
import { readBody, requireLength, textProblem } from "@/lib/operations/read-body";
import { runEffects } from "@/lib/operations/run-effects";
import { scopesFor } from "@/lib/operations/scope";
import { bodies, calls, longLists } from "@/lib/platform/budgets/budgets";
import { heldBodies } from "@/lib/platform/budgets/held-bytes";
import { staleReads } from "@/lib/platform/cache/stale-reads";
import { compositeKey } from "@/lib/platform/composite-key";
import { env } from "@/lib/platform/env/env";
import { pathPrefix } from "@/lib/platform/hosts/path-prefix";
import { log } from "@/lib/platform/log/log";
import { Gate } from "@/lib/platform/process/gate";
import { turns } from "@/lib/platform/process/turns";
import { singleton } from "@/lib/platform/singleton";
import { baseUrlOfLabel } from "@/lib/projects/to-project";
import "./accounts";
import { countCheck } from "./count-check";
import { encodeOne } from "./encode";
import { idempotencyKey, oncePerKey, problemOfKey, type Work } from "./idempotency";
import { JoinedReads } from "./joined-reads";
import { noteActor, routeOf } from "./observed-call";
import { ownerOfCall } from "./owner-of-call";
import { trailed } from "./trailed";

/**
 * Makes the handler of one operation, which is the same behind both doors: request id, size, authentication, the
 * domain function (which checks access, then asks for its fields), encoding, errors.
 */
export function route(implementation: AnyImplementation): RouteHandler {
  const op = implementation.operation;
  const observedRoute = routeOf(op);
  const scopes = scopesFor(op);
  return (
    request,
    { params, peerAddress, chunks = chunksOf(request), isGone, observed, background = goOn },
  ) => {
    if (observed) observed.route = observedRoute;
    const header = (name: string) => request.headers.get(name);
    const held = heldBodies().open(holderOf(header, peerAddress));
    const before = staleReads().count;
    let caller: Actor | undefined;
    return answering(
      request,
      async (requestId) => {
        const url = once(() => new URL(request.url));
        const declared = header("content-length");
        const bytesMax = bodyBytesMax(op);
        const hasBody = request.method !== "GET" && request.method !== "HEAD";
        if (hasBody) requireLength(declared, bytesMax);
        // Nothing is read for callers who are refused anyway.
        const clientAddress = () => clientNetworkOf(header, peerAddress);
        const inQuery = op.stream && url().searchParams.get("key");
        const identify = () => authenticate(op.access, request, clientAddress, inQuery || undefined);
        let actor = await identify();
        caller = actor;
        noteActor(observed, actor);
        const body = hasBody ? await readBody({ chunks, declared, bytesMax, held }) : new Uint8Array();
        // A body may take minutes to arrive, and access may have ended in the meantime.
        if (hasBody) actor = await identify();
        const effects: (() => void | Promise<void>)[] = [];
        const ctx: Ctx = {
          actor,
          scopes,
          db: db(),
          headers: request.headers,
          search: searchOf(request.url),
          clientAddress: clientAddress(),
          requestId,
          now: () => new Date(),
          after: (effect) => effects.push(effect),
          background,
        };
        const key = idempotencyKey(op, request.headers);
        const badKey = problemOfKey(key);
        const badHeaders = [badKey, problemOfIfMatch(op, request.headers)].filter(
          (each) => each !== undefined,
        );
        const fields = async () => {
          const contentType = request.headers.get("content-type");
          const given = op.body && (await parseBody(op, body, contentType));
          return parseFields(op, url().searchParams, given, badHeaders);
        };
        const work: Work = async (inner, fieldsInstead) => {
          const input = { ...storable(params), fields: fieldsInstead ?? fields };
          const result = await trailed(op, params, inner, (traced) =>
            implementation.run(traced, input as never),
          );
          return encode(op, url, result);
        };
        const carryOut = async (begins: () => boolean) => {
          try {
            return await inTurn(ctx, op, () => {
              // Nobody waits for the answer to a read after the client has hung up.
              if (!begins() && !hasBody) throw new AppError("unavailable", "The client hung up.");
              return withWorkBeforehand(ctx, (begun) =>
                key && !badKey
                  ? oncePerKey({ op, key, path: url().pathname, body, ctx: begun }, work)
                  : work(begun),
              );
            });
          } finally {
            await runEffects(effects);
          }
        };
        const name = nameOfRead(op, actor, request.url);
        const answer = await (name === undefined
          ? carryOut(() => !isGone?.())
          : joined().run(name, isGone, carryOut));
        if (observed && answer instanceof LastingAnswer) observed.isLasting = true;
        return staleReads().count === before ? answer : staleAnswer(answer);
      },
      (error) => ({
        ...(error.current !== undefined && { current: op.output.parse(error.current) }),
        ...(error.confirm && { confirm: error.confirm }),
        ...op.errorFields?.(error, params),
      }),
    )
      .finally(() => held.release())
      .then((answer) => {
        if (op.isCheck) countCheck(caller, params, answer.status);
        return op.cors ? withCors(answer) : answer;
      });
  };
}

/**
 * Carries a call out when it is its caller's turn. What waits for somebody else's server holds no database connection
 * meanwhile, and has turns of its own.
 * @throws {AppError} `unavailable` when too much of this caller waits, or for too long
 */
async function inTurn<T>(ctx: Ctx, { callsOut }: Operation, work: () => Promise<T>): Promise<T> {
  // What a call does at first takes as long as many mocks: few calls begin in one turn of the event loop.
  const scope = new AsyncResource("Call");
  const begin = () => scope.runInAsyncScope(work);
  const caller = compositeKey(callsOut ? "out" : "in", ...ownerOfCall(ctx));
  const done = await gate().run(() => turns().begin(begin), caller);
  if (done) return done.result;
  throw new AppError("unavailable", "Too many of your requests are waiting. Send fewer at a time.", {
    headers: { "retry-after": "5" },
  });
}

/**
 * Tells apart who asks for a list and for which page; undefined for what is carried out for each request. Lists depend on
 * nothing else of a request, unless they declare headers that they read.
 */
function nameOfRead(op: Operation, actor: Actor, url: string): string | undefined {
  const { list, method, requestHeaders } = op;
  if (!list || method !== "GET" || requestHeaders || actor.kind === "anonymous") return undefined;
  return actor.kind === "user"
    ? compositeKey("user", actor.user.id, actor.sessionId, url)
    : compositeKey("key", actor.key.id, url);
}

const joined = () => singleton("joined reads", () => new JoinedReads());
const gate = () => singleton("gate of callers", () => new Gate(calls));

/** The body as the operation wants it: a form, or JSON, which is parsed around its long list where it has one. */
function parseBody({ upload, longList }: Operation, body: Uint8Array, contentType: string | null): unknown {
  if (upload) return parseUpload(body, contentType, upload.partsMax);
  return longList === undefined
    ? parseJson(body, contentType)
    : turns().run(parseAroundLists(body, contentType, longList));
}

/** The body's limit. Callers who need no credentials get less room. */
function bodyBytesMax({ upload, longList, access }: Operation): number {
  if (upload) return upload.bytesMax;
  if (longList !== undefined) return longLists.bodyBytesMax;
  return access === "public" ? bodies.anonymousBytesMax : bodies.bytesMax;
}

/** Cancelling would end the connection before the refusal is sent. */
const chunksOf = ({ body }: Request) =>
  (body as ReadableStream<Uint8Array> | null)?.values({ preventCancel: true });

/** The query string as sent, with its question mark. Most calls have none, which saves parsing a `URL`. */
function searchOf(url: string): string {
  const at = url.indexOf("?");
  return at === -1 ? "" : url.slice(at);
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** A text that no database can hold becomes empty, which names nothing that exists either. */
function storable(params: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => [name, textProblem(value) ? "" : value]),
  );
}

function goOn(work: () => Promise<void>): void {
  work().catch((err: unknown) => log().error({ err }, "work in the background failed"));
}

async function encode(op: Operation, url: () => URL, result: unknown): Promise<Answer> {
  const isPage = op.list && !(result instanceof Answer);
  return isPage ? encodePage(op, url, result as Page<unknown>) : encodeOne(op, result);
}

async function encodePage(op: Operation, url: () => URL, page: Page<unknown>): Promise<Answer> {
  // Urgent, because its memory is free when it is done.
  const body = await turns().run(encodedRows(op, page), true);
  const answer = new Answer(op.status ?? 200, ["content-type", "application/json"], body);
  const { next, total } = page;
  if (total !== undefined) {
    answer.headers.push("x-total-count", total > countMax ? `${countMax}+` : String(total));
  }
  if (next !== undefined) {
    const { pathname, searchParams } = url();
    const following = new URLSearchParams(searchParams);
    following.set("cursor", next);
    answer.headers.push("link", `<${pathname}?${following}>; rel="next"`);
  }
  return answer;
}

/** Answers 405 to other methods of a path that only reads and has no operation. */
export const readOnly = (request: Request): Promise<Answer> =>
  answering(request, async () => {
    throw wrongMethod("GET, HEAD");
  });

export const unknownPath: RouteHandler = (request) =>
  answering(request, async () => {
    throw new AppError("not_found", "Not found. The paths that exist are listed at /api/openapi.json.", {
      ...hintOf(new URL(request.url).pathname),
    });
  });

/** A call of a mock or inbox on the app's host, without its project, gets both URLs explained. */
function hintOf(path: string): { hint?: string } {
  if (!/^\/api\/(mock|webhook)(\/|$)/.test(path)) return {};
  const url = baseUrlOfLabel("<host label>") + path;
  const pathUrl = env().appUrl + pathPrefix("<host label>") + path;
  const hint = `This URL names no project. Use ${url} or, where programs can't resolve that host, ${pathUrl}. The overview of a project shows its URL.`;
  return { hint: hint.slice(0, hintCharsMax) };
}

const hintCharsMax = 1000;

/** Answers every other method of a path with these operations: a preflight where pages may call, else 405. */
export function otherMethods(operations: readonly Operation[]): RouteHandler {
  const allow = allowedMethods(operations).join(", ");
  const isOpen = operations.some(({ cors }) => cors);
  const resumes = operations.some(({ stream }) => stream);
  return (request) =>
    answering(request, async () => {
      if (isOpen && request.method === "OPTIONS") return preflight(allow, resumes);
      throw wrongMethod(allow);
    });
}

const wrongMethod = (allow: string) =>
  new AppError("method_not_allowed", `This path answers ${allow}.`, { headers: { allow } });

/** The methods of a path with these operations; `GET` includes `HEAD`. */
function allowedMethods(operations: readonly Operation[]): string[] {
  return operations.flatMap(({ method }) => (method === "GET" ? ["GET", "HEAD"] : [method]));
}
