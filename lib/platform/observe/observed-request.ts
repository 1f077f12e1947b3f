import type { IncomingMessage, ServerResponse } from "node:http";
import { lazily, singleton } from "@/lib/platform/singleton";
import { type Route, routeOfPath } from "./routes";

/** A request while it is answered. Whoever answers it adds what is known of it. */
export type ObservedRequest = {
  /** As they were sent. */
  readonly method: string;
  readonly target: string;
  /** By `performance.now()`. */
  readonly startedAt: number;
  readonly peer: string | undefined;
  route: Route;
  /** Label of the project's host. */
  label?: string;
  requestId?: string;
  actor?: { kind: string; id: string };
  /** By what Next tells it from others. */
  name?: string;
};

/** How a request ended. `status` is undefined when nothing was answered. */
export type Ending = { status: number | undefined; isAborted: boolean; ms: number; bytes: number };

/** What is done with observed requests. None of it may throw. */
export type Observer = {
  begun?(observed: ObservedRequest, request: IncomingMessage): void;
  ended(observed: ObservedRequest, ending: Ending, request: IncomingMessage): void;
};

const observedKey = Symbol.for("fieldkit.observed");
type Carrier = { [observedKey]?: ObservedRequest };

type State = { observers: Observer[]; inNext: Map<string, ObservedRequest>; count: number };
const state = lazily(() =>
  singleton<State>("observers", () => ({ observers: [], inNext: new Map(), count: 0 })),
);

/** From now on requests are observed. To be called before the server is made. */
export function addObserver(observer: Observer): void {
  state().observers.push(observer);
}

/** Whether anybody wants to know of requests. If not, a server observes none, which costs nothing. */
export const isObserving = (): boolean => state().observers.length > 0;

/** Observes a request until its answer has left or its connection is gone. */
export function observe(request: IncomingMessage, response: ServerResponse): ObservedRequest {
  const { socket, method = "GET", url = "/" } = request;
  const bytesBefore = socket.bytesWritten;
  const observed = begin(request, {
    method,
    target: url,
    route: routeOfPath(url),
    peer: socket.remoteAddress,
  });
  response.on("close", () => {
    if (observed.name !== undefined) state().inNext.delete(observed.name);
    observed.requestId ??= textOf(response.getHeader("x-request-id"));
    const status = response.headersSent ? response.statusCode : undefined;
    const bytes = socket.bytesWritten - bytesBefore;
    end(observed, { status, isAborted: !response.writableFinished, bytes }, request);
  });
  return observed;
}

/** Observes a request that is answered on its bare socket. @returns to be called with the answer's status */
export function observeUpgrade(request: IncomingMessage, route: Route) {
  const { method = "GET", url = "/", socket } = request;
  const observed = begin(request, { method, target: url, route, peer: socket.remoteAddress });
  return (status: number | undefined, requestId: string): void => {
    observed.requestId = requestId;
    end(observed, { status, isAborted: status === undefined, bytes: 0 }, request);
  };
}

type Known = Pick<ObservedRequest, "method" | "target" | "route" | "peer">;

function begin(request: IncomingMessage, known: Known): ObservedRequest {
  const observed: ObservedRequest = { ...known, startedAt: performance.now() };
  (request as Carrier)[observedKey] = observed;
  for (const each of state().observers) each.begun?.(observed, request);
  return observed;
}

function end(observed: ObservedRequest, known: Omit<Ending, "ms">, request: IncomingMessage): void {
  const ending = { ...known, ms: performance.now() - observed.startedAt };
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
