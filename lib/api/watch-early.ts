import type { IncomingMessage } from "node:http";
import type { BodyWatcher } from "@/lib/operations/public-request";

/** How much of a body is read before its answer leaves, in bytes. */
const earlyBytesMax = 64 * 1024;

/**
 * Shows the beginning of a body whose answer leaves later, or is none. Whoever ends the request then deals with the rest, as if
 * nothing had been read.
 */
export function watchEarly(request: IncomingMessage, watcher: BodyWatcher): void {
  let left = earlyBytesMax;
  const leave = (isWhole: boolean) => {
    request.off("data", take).off("end", end).off("close", breakOff);
    watcher.end(isWhole);
  };
  const take = (chunk: Buffer) => {
    watcher.take(chunk);
    left -= chunk.byteLength;
    if (left > 0) return;
    leave(false);
    request.pause();
  };
  const end = () => leave(true);
  const breakOff = () => leave(false);
  request.on("data", take).on("end", end).on("close", breakOff);
}
