import { env } from "@/lib/platform/env/env";
import { requestCounter } from "@/lib/platform/metrics/request-counter";
import { startMeasuring } from "@/lib/platform/metrics/serve-metrics";
import { singleton } from "@/lib/platform/singleton";
import { lineOutput } from "./line-output";
import { addObserver } from "./observed-request";
import { createRequestLog } from "./request-log";

/** Begins to observe requests as the configuration wants it. Once per process, before its server is made. */
export function startObserving(): void {
  singleton("observing", () => {
    const { logRequests, trustProxy, metricsToken } = env();
    if (logRequests !== "off") {
      addObserver(createRequestLog({ wanted: logRequests, trustProxy, destination: lineOutput() }));
    }
    if (metricsToken !== undefined) addObserver(requestCounter);
    startMeasuring();
    return true;
  });
}
