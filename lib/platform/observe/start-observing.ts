import { env } from "@/lib/platform/env/env";
import { singleton } from "@/lib/platform/singleton";
import { lineOutput } from "./line-output";
import { addObserver } from "./observed-request";
import { createRequestLog } from "./request-log";

/** Begins to observe requests as the configuration wants it. Once per process, before its server is made. */
export function startObserving(): void {
  singleton("observing", () => {
    const { logRequests, trustProxy } = env();
    if (logRequests !== "off") {
      addObserver(createRequestLog({ wanted: logRequests, trustProxy, destination: lineOutput() }));
    }
    return true;
  });
}
