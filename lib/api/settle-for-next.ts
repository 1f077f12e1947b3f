import type { IncomingMessage } from "node:http";
import { Readable } from "node:stream";
import { queryProblem } from "@/lib/platform/budgets/query-problem";
import { settleRouterState } from "./router-state";

/**
 * Makes a request harmless to Next, on either door, before Next sees it.
 * @returns why Next can't have it, if so
 */
export function settleForNext(request: IncomingMessage): string | undefined {
  leaveUnread(request);
  settleRouterState(request.headers);
  return queryProblem(request.url);
}

/** Where Next keeps what it knows of a request. */
const metaKey = Symbol.for("NextInternalRequestMeta");

/**
 * Keeps Next from reading a body before a handler asks for it. For the middleware it makes a copy of the whole first,
 * whoever sends it and however long that takes, and cuts off what is beyond 10 MiB. Our middleware reads no bodies, so
 * its copy is empty.
 */
export function leaveUnread(request: IncomingMessage): void {
  const empty = { cloneBodyStream: () => Readable.from([]), finalize: async () => {} };
  const meta = Object.defineProperty({}, "clonableBody", {
    get: () => empty,
    // Next sets its own.
    set() {},
    configurable: true,
    enumerable: true,
  });
  Object.assign(request, { [metaKey]: meta });
}
