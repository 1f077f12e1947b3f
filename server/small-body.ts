import type { IncomingMessage } from "node:http";
import { holderOf } from "@/lib/auth/client-address";
import { bodies } from "@/lib/platform/budgets/budgets";
import { heldBodies } from "@/lib/platform/budgets/held-bytes";
import { firstHeader } from "@/lib/platform/headers/first-header";

/** Bodies that were read before it was clear who answers. */
const known = new WeakMap<IncomingMessage, Buffer>();

/** Lets whoever answers instead find the body by `chunksOf`. */
export function keepBody(request: IncomingMessage, body: Buffer): void {
  known.set(request, body);
}

/**
 * Reads a body that is announced and small, and calls back when it is there, without a promise.
 * @returns false, with nothing done, for any other body
 */
export function readSmallBody(request: IncomingMessage, then: (body: Buffer) => void): boolean {
  const { headers } = request;
  const length = Number(headers["content-length"] ?? Number.NaN);
  const isSmall = length >= 0 && length <= bodies.quickBytesMax;
  if (!isSmall || headers.expect !== undefined) return false;
  const header = (name: string) => firstHeader(headers, name) ?? null;
  const held = heldBodies().open(holderOf(header, request.socket.remoteAddress));
  if (held.grow(length)) return false;
  request.on("close", held.release);
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    then(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks));
  });
  return true;
}

/** The body of a request. It begins to be read with the first chunk that is asked for. */
export const chunksOf = (incoming: IncomingMessage): AsyncIterable<Uint8Array> => ({
  [Symbol.asyncIterator]: () => {
    const body = known.get(incoming);
    if (body) return once(body);
    return incoming.iterator({ destroyOnReturn: false })[Symbol.asyncIterator]();
  },
});

async function* once(body: Buffer) {
  yield body;
}
