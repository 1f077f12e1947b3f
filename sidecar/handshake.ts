import type { IncomingMessage } from "node:http";
import { SequenceQuery, streamProtocol } from "@/lib/webhooks/contract";
import type { Credentials } from "./backend";

/** Whether a request target is in the part of the address space that is the relay's. */
export function isBelowWs(target: string): boolean {
  return /^\/ws(?:[/?]|$)/.test(target);
}

/** The inbox that a stream's address names: an id in lower case, or what no inbox has. */
export function inboxOf(target: string): string | undefined {
  const [, id] = /^\/ws\/webhook\/([^/?]+)(?:\?|$)/.exec(target) ?? [];
  if (id === undefined) return undefined;
  return /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(id) ? id.toLowerCase() : "none";
}

/** Whether a request is for a WebSocket on a stream's address. */
export function asksForStream({ method, headers, url = "" }: IncomingMessage): boolean {
  return method === "GET" && headers.upgrade?.toLowerCase() === "websocket" && inboxOf(url) !== undefined;
}

/** The sequence that a client has: of the newest capture when it names none; undefined when that is no number. */
export function afterOf(target: string, lastSequence: number): number | undefined {
  const query = target.indexOf("?");
  const given = new URLSearchParams(query === -1 ? "" : target.slice(query)).get("after");
  if (given === null) return lastSequence;
  const after = SequenceQuery.safeParse(given).data;
  // Beyond the newest, nothing is missing: what comes next is new to the client.
  return after === undefined ? undefined : Math.min(after, lastSequence);
}

const ticketPrefix = "ticket.";
/** By these the app judges whose request it is, and whether a foreign page made a browser send it. */
const credentialHeaders = ["authorization", "cookie", "origin", "sec-fetch-site", "x-api-key"];

/** What a client shows of itself. A ticket, which a page was handed, wins over what its browser adds. */
export function credentialsOf({ headers }: IncomingMessage): Credentials {
  const offered = (headers["sec-websocket-protocol"] ?? "").split(",").map((each) => each.trim());
  const ticket = offered.find((each) => each.startsWith(ticketPrefix))?.slice(ticketPrefix.length);
  if (ticket) return { ticket };
  const shown = credentialHeaders.map((name) => [name, headers[name]]);
  return { headers: Object.fromEntries(shown.filter(([, value]) => typeof value === "string")) };
}

/** The protocol to agree on: never a ticket. */
export function agreedProtocol(offered: Set<string>): string | false {
  return offered.has(streamProtocol) && streamProtocol;
}
