import { randomUUID } from "node:crypto";

/** The caller's own request id if it is acceptable, else a new one. */
export function requestIdFrom(given: string | null | undefined): string {
  return given && /^[\w.:/+=-]{1,128}$/.test(given) ? given : newRequestId();
}

const hex = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));
/** After so many ids, the random part of the next ones is another one. */
const idsOfStart = 0x1000000;

let start = "";
let count = 0;

/**
 * A random start with a count behind it, in the form of a UUID. A whole random one takes twice as long, and this is made for
 * every request. Nothing is secret about it: whoever knows one can tell the next.
 */
function newRequestId(): string {
  if (count === 0) start = randomUUID().slice(0, -6);
  const at = count;
  count = (count + 1) % idsOfStart;
  return start + (hexOf(at >>> 16) + hexOf(at >>> 8) + hexOf(at));
}

const hexOf = (value: number) => hex[value & 0xff] ?? "";
