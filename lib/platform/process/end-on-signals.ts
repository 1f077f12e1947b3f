import { log } from "@/lib/platform/log/log";

/**
 * Ends the process in order at SIGINT, SIGTERM and SIGHUP; at once when the signal comes a second time.
 * @param close ends what the process serves and holds
 */
export function endOnSignals(close: () => Promise<void>): void {
  let ending = false;
  const end = async () => {
    if (ending) process.exit(1);
    ending = true;
    try {
      await close();
      process.exit(0);
    } catch (error) {
      log().error({ err: error }, "the end was not orderly");
      process.exit(1);
    }
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, end);
}
