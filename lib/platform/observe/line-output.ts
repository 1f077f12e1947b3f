import { pino } from "pino";
import { requestLines } from "@/lib/platform/budgets/budgets";
import { log } from "@/lib/platform/log/log";
import { singleton } from "@/lib/platform/singleton";

const counts = () => singleton("request lines", () => ({ dropped: 0 }));

/** How many lines about requests were dropped so far. */
export const linesDropped = (): number => counts().dropped;

/**
 * Standard output for lines of which there are many. They are written together and in the background; those that nobody
 * takes in time are dropped and counted, so that a log that is not read holds no request up.
 */
export function lineOutput(fd = 1) {
  const { togetherBytes, waitingBytesMax, everyMs } = requestLines;
  const output = pino.destination({
    fd,
    sync: false,
    minLength: togetherBytes,
    maxWrite: 2 * togetherBytes,
    maxLength: waitingBytesMax,
    periodicFlush: everyMs,
  });
  let isStuck = false;
  output.on("drain", () => {
    isStuck = false;
  });
  output.on("drop", () => {
    isStuck = true;
    counts().dropped += 1;
    log().warn("lines about requests are dropped, because standard output is not read fast enough");
  });
  // Without a listener, a closed pipe would end the process.
  output.on("error", (err: unknown) => log().warn({ err }, "lines about requests could not be written"));
  process.once("exit", () => {
    // To wait for a reader that has gone would keep the process from ending.
    if (isStuck) return;
    try {
      output.flushSync();
    } catch {
      // Nobody reads them any more.
    }
  });
  return output;
}
