import type { IncomingMessage, ServerResponse } from "node:http";
import { lazily, singleton } from "@/lib/platform/singleton";
import type { OpenSpan } from "@/lib/platform/trace/trace";
import { type Route, routeOfPath } from "./routes";

/**
 * A request while it is answered. Whoever answers it adds what is known of it. All fields are there from the start, which
 * makes the busiest path measurably faster than adding them.
 */
export class ObservedRequest {
  /** By `performance.now()`. */
  readonly startedAt = performance.now();
  /** Label of the project's host. */
  label: string | undefined = undefined;
  requestId: string | undefined = undefined;
  actor: { kind: string; id: string } | undefined = undefined;
  /** By what Next tells it from others. */
  name: string | undefined = undefined;
  span: OpenSpan | undefined = undefined;
  /** Whether the answer goes on until somebody leaves: then it is no failure that its client does. */
  isLasting = false;

  constructor(
    /** Method and target as they were sent. */
    readonly method: string,
    readonly target: string,
    public route: Route,
  ) {}
}

/** How a request ended. `status` is undefined when nothing was answered. */
export type Ending = { status: number | undefined; isAborted: boolean; ms: number; bytes: number };

/** What is done with observed requests. None of it may throw. */
export type Observer = {
  /** Whether it wants to know of bytes and request ids, which have a price. */
  wantsDetails?: boolean;
  begun?(observed: ObservedRequest, request: IncomingMessage): void;
  ended(observed: ObservedRequest, ending: Ending, request: IncomingMessage): void;
};

const observedKey = Symbol.for("fieldkit.observed");
type Carrier = { [observedKey]?: ObservedRequest };

type State = {
  observers: Observer[];
  wantsDetails: boolean;
  inNext: Map<string, ObservedRequest>;
  count: number;
};
const state = lazily(() =>
  singleton<State>("observers", () => ({ observers: [], wantsDetails: false, inNext: new Map(), count: 0 })),
);

/** From now on requests are observed. To be called before the server is made. */
export function addObserver(observer: Observer): void {
  state().observers.push(observer);
  state().wantsDetails ||= observer.wantsDetails === true;
}

/** Whether anybody wants to know of requests. If not, a server observes none, which costs nothing. */
export const isObserving = (): boolean => state().observers.length > 0;

/** Observes a request until its answer has left or its connection is gone. */
export function observe(request: IncomingMessage, response: ServerResponse): ObservedRequest {
  const { method = "GET", url = "/" } = request;
  const bytesBefore = state().wantsDetails ? request.socket.bytesWritten : 0;
  const observed = begin(request, method, url, routeOfPath(url));
  response.on("close", () => finish(observed, request, response, bytesBefore));
  return observed;
}

function finish(
  observed: ObservedRequest,
  request: IncomingMessage,
  response: ServerResponse,
  bytesBefore: number,
): void {
  const { inNext, wantsDetails } = state();
  if (observed.name !== undefined) inNext.delete(observed.name);
  if (wantsDetails) observed.requestId ??= textOf(response.getHeader("x-request-id"));
  end(observed, request, {
    status: response.headersSent ? response.statusCode : undefined,
    isAborted: !response.writableFinished && !(observed.isLasting && response.headersSent),
    ms: performance.now() - observed.startedAt,
    bytes: wantsDetails ? request.socket.bytesWritten - bytesBefore : 0,
  });
}

/** Observes a request that is answered on its bare socket. @returns to be called with the answer's status */
export function observeUpgrade(request: IncomingMessage, route: Route) {
  const { method = "GET", url = "/" } = request;
  const observed = begin(request, method, url, route);
  return (status: number | undefined, requestId: string): void => {
    observed.requestId = requestId;
    const ms = performance.now() - observed.startedAt;
    end(observed, request, { status, isAborted: status === undefined, ms, bytes: 0 });
  };
}

function begin(request: IncomingMessage, method: string, target: string, route: Route): ObservedRequest {
  const observed = new ObservedRequest(method, target, route);
  (request as Carrier)[observedKey] = observed;
  for (const each of state().observers) each.begun?.(observed, request);
  return observed;
}

function end(observed: ObservedRequest, request: IncomingMessage, ending: Ending): void {
  for (const each of state().observers) each.ended(observed, ending, request);
}

/** Carries the name of an observed request through Next, which hands over no more than headers. */
const observedHeader = "x-fieldkit-observed";

/** Lets code behind Next find the request again. */
export function tellNext(request: IncomingMessage, observed: ObservedRequest | undefined): void {
  if (!observed) return;
  const { inNext } = state();
  state().count += 1;
  observed.name = String(state().count);
  inNext.set(observed.name, observed);
  request.headers[observedHeader] = observed.name;
}

/** What is known of this request, if it is observed. */
export function observedOf(request: IncomingMessage): ObservedRequest | undefined {
  const carried = (request as Carrier)[observedKey];
  if (carried || state().inNext.size === 0) return carried;
  return state().inNext.get(textOf(request.headers[observedHeader]) ?? "");
}

/** The same behind Next. */
export function observedBehindNext(headers: Pick<Headers, "get">): ObservedRequest | undefined {
  const { inNext } = state();
  return inNext.size === 0 ? undefined : inNext.get(headers.get(observedHeader) ?? "");
}

const textOf = (value: unknown) => (typeof value === "string" ? value : undefined);
