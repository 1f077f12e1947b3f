import { log } from "@/lib/platform/log/log";
import { draining } from "./draining";

/** After the time in which requests still get in, so much is left for the end, in ms: fifteen seconds in all at first. */
const endMs = 10_000;
const endAtLeastMs = 15_000;

/** How long a process takes to end at most, in ms; then it cuts off what is left. */
export const longestEndMs = (drainMs: number): number => Math.max(endAtLeastMs, drainMs + endMs);

/**
 * How this process ends in order: at once when it is told to a second time, and in any case when the end takes too long.
 * @param close ends what the process serves and holds
 * @param drainMs how long the process is not ready any more before it is closed, so that balancers take notice
 */
export function orderlyEnd(close: () => Promise<void>, drainMs = 0): () => Promise<void> {
  let ending = false;
  return async () => {
    if (ending) process.exit(1);
    ending = true;
    draining().isOn = true;
    const limit = setTimeout(() => {
      log().error("the end took too long; what is left is cut off");
      process.exit(1);
    }, longestEndMs(drainMs));
    limit.unref();
    try {
      if (drainMs > 0) await new Promise((resolve) => setTimeout(resolve, drainMs));
      await close();
      process.exit(0);
    } catch (error) {
      log().error({ err: error }, "the end was not orderly");
      process.exit(1);
    }
  };
}

/** Ends the process in order at SIGINT, SIGTERM and SIGHUP. */
export function endOnSignals(close: () => Promise<void>, drainMs = 0): void {
  const end = orderlyEnd(close, drainMs);
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, end);
}
