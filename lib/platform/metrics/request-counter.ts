import type { Observer } from "@/lib/platform/observe/observed-request";
import { Latencies, outcomeOf } from "./latencies";

/** Counts requests by route and outcome in plain arrays, which are made once: requests look nothing up by labels. */
export const requestCounter: Observer = {
  ended({ route }, { status, isAborted, ms }) {
    const outcome = outcomeOf(status, isAborted);
    route.latencies ??= [];
    route.latencies[outcome] ??= new Latencies();
    route.latencies[outcome].add(ms);
  },
};
