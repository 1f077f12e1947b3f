import type { IncomingMessage } from "node:http";
import { SequenceQuery } from "@/lib/webhooks/contract";
import { inboxOf, streamProtocol } from "@/lib/webhooks/stream-contract";
import type { Credentials } from "./backend";

/** Whether a request target belongs to the relay. */
export function isBelowWs(target: string): boolean {
  return /^\/ws(?:[/?]|$)/.test(target);
}

/** Whether a request is for a WebSocket on a stream's address. */
export function asksForStream({ method, headers, url = "" }: IncomingMessage): boolean {
  return method === "GET" && headers.upgrade?.toLowerCase() === "websocket" && inboxOf(url) !== undefined;
}

/**
 * The sequence that the client already has: the newest capture when it names none; undefined when it is not a number.
 */
export function afterOf(target: string, lastSequence: number): number | undefined {
  const query = target.indexOf("?");
  const given = new URLSearchParams(query === -1 ? "" : target.slice(query)).get("after");
  if (given === null) return lastSequence;
  const after = SequenceQuery.safeParse(given).data;
  // A client cannot have more than the newest capture: whatever comes next is new to it.
  return after === undefined ? undefined : Math.min(after, lastSequence);
}

const ticketPrefix = "ticket.";
/** The app uses these to tell whose request it is, and whether a foreign page made a browser send it. */
const credentialHeaders = ["authorization", "cookie", "origin", "sec-fetch-site", "x-api-key"];

/** How a client identifies itself. A ticket, which a page was given on purpose, wins over what the browser adds. */
export function credentialsOf({ headers }: IncomingMessage): Credentials {
  const offered = (headers["sec-websocket-protocol"] ?? "").split(",").map((each) => each.trim());
  const ticket = offered.find((each) => each.startsWith(ticketPrefix))?.slice(ticketPrefix.length);
  if (ticket) return { ticket };
  const shown = credentialHeaders.map((name) => [name, headers[name]]);
  return { headers: Object.fromEntries(shown.filter(([, value]) => typeof value === "string")) };
}

/** The protocol to agree on, which is never the ticket. */
export function agreedProtocol(offered: Set<string>): string | false {
  return offered.has(streamProtocol) && streamProtocol;
}
