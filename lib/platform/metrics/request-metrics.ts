import { Histogram, type Registry } from "prom-client";
import { knownRoutes } from "@/lib/platform/observe/routes";
import { bounds, outcomes } from "./latencies";

const name = "fieldkit_http_request_duration_seconds";

type Labels = "kind" | "operation" | "status";
type Value = {
  metricName: string;
  labels: { le?: number | string };
  sharedLabels: Record<Labels, string>;
  value: number;
};

const help =
  "From the head of a request to the end of its answer, by operation or kind, and by class of status.";

/** The counts as a histogram. The registry writes what this method gives, and nothing is ever observed. */
class RequestHistogram extends Histogram<Labels> {
  async getForPromString() {
    return { name, help, type: "histogram", aggregator: "sum", values: valuesOf() };
  }
}

export function registerRequestMetrics(registry: Registry): void {
  new RequestHistogram({ name, help, labelNames: ["kind", "operation", "status"], registers: [registry] });
}

function valuesOf(): Value[] {
  const values: Value[] = [];
  for (const route of knownRoutes()) {
    for (const [at, status] of outcomes.entries()) {
      const latencies = route.latencies?.[at];
      if (!latencies) continue;
      const sharedLabels = { kind: route.kind, operation: route.name, status };
      let count = 0;
      for (const [bucket, added] of latencies.counts.entries()) {
        count += added;
        const le = bounds[bucket] ?? "+Inf";
        values.push({ metricName: `${name}_bucket`, labels: { le }, sharedLabels, value: count });
      }
      const sum = latencies.sumMs / 1000;
      values.push({ metricName: `${name}_sum`, labels: {}, sharedLabels, value: sum });
      values.push({ metricName: `${name}_count`, labels: {}, sharedLabels, value: count });
    }
  }
  return values;
}
