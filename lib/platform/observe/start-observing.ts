import { env } from "@/lib/platform/env/env";
import { requestCounter } from "@/lib/platform/metrics/request-counter";
import { startMeasuring } from "@/lib/platform/metrics/serve-metrics";
import { singleton } from "@/lib/platform/singleton";
import { requestSpans } from "@/lib/platform/trace/request-spans";
import { traceWith } from "@/lib/platform/trace/trace";
import { LineOutput } from "./line-output";
import { addObserver } from "./observed-request";
import { createRequestLog } from "./request-log";

/**
 * Begins to measure, to trace and to observe requests as the configuration wants it. Once per process, before its server
 * is made.
 * @param requests false where another process stands in front, which observes them
 */
export function startObserving({ requests = true } = {}): Promise<void> {
  return singleton("observing", async () => {
    const { logRequests, trustProxy, metricsToken, traces } = env();
    if (requests && logRequests !== "off") {
      const output = new LineOutput();
      addObserver(createRequestLog({ wanted: logRequests, trustProxy, write: (line) => output.write(line) }));
    }
    if (requests && metricsToken !== undefined) addObserver(requestCounter);
    startMeasuring();
    if (!traces) return;
    const { createOtlpTracer } = await import("@/lib/platform/trace/otlp");
    traceWith(createOtlpTracer(traces));
    if (requests) addObserver(requestSpans);
  });
}
