import type { IncomingMessage, Server } from "node:http";
import { connections } from "../budgets/budgets";

/**
 * Node silently drops the headers beyond a limit, possibly the one that says where the body ends. Reading one more than
 * the limit shows whether the list is complete.
 */
export function limitHeaderCount(server: Server): void {
  server.maxHeadersCount = connections.headLinesMax + 1;
}

/** Whether a request has more headers than Fieldkit accepts, so that its list of headers may be incomplete. */
export const hasTooManyHeaders = ({ rawHeaders }: Pick<IncomingMessage, "rawHeaders">): boolean =>
  rawHeaders.length > 2 * connections.headLinesMax;

/** Status of the response to such a request, whose connection Fieldkit closes. */
export const tooManyHeadersStatus = 431;
