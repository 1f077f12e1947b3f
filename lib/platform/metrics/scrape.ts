import { Counter, collectDefaultMetrics, Gauge, Registry } from "prom-client";
import { scraping } from "@/lib/platform/budgets/budgets";
import { log } from "@/lib/platform/log/log";
import { definitions } from "./definitions";
import { type Measure, measures, type Sample } from "./measures";
import { registerRequestMetrics } from "./request-metrics";

type Settable = { reset(): void; add(labels: Record<string, string>, value: number): void };

/** Prometheus' text of everything that this process measures. Calls that come together share one reading. */
export function createScrape(): { contentType: string; text: () => Promise<string> } {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  registerRequestMetrics(registry);
  const own = new Map<string, Settable>();
  for (const [name, definition] of Object.entries(definitions))
    own.set(name, createMetric(name, definition, registry));
  let failures = 0;
  let reading: Promise<string> | undefined;

  const read = async (): Promise<string> => {
    const groups = await Promise.all([...measures()].map((each) => readInTime(each)));
    failures += groups.filter((each) => each === undefined).length;
    for (const metric of own.values()) metric.reset();
    const failed: Sample = { name: "fieldkit_scrape_failures_total", value: failures };
    for (const { name, labels = {}, value } of [...groups.flatMap((each) => each ?? []), failed]) {
      own.get(name)?.add(labels, value);
    }
    return registry.metrics();
  };
  return {
    contentType: registry.contentType,
    text: () => {
      reading ??= read().finally(() => {
        reading = undefined;
      });
      return reading;
    },
  };
}

function createMetric(
  name: string,
  { type, help, labels = [] }: { type: "gauge" | "counter"; help: string; labels?: readonly string[] },
  registry: Registry,
): Settable {
  const options = { name, help, labelNames: [...labels], registers: [registry] };
  const metric = type === "gauge" ? new Gauge(options) : new Counter(options);
  return { reset: () => metric.reset(), add: (given, value) => metric.inc(given, value) };
}

/** What cannot be read now is left out, so that the rest is there when it is needed most. */
async function readInTime(measure: Measure): Promise<Sample[] | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("It took too long.")), scraping.readMs);
  });
  try {
    return await Promise.race([measure(), late]);
  } catch (err) {
    log().warn({ err }, "some metrics could not be read");
    return undefined;
  } finally {
    clearTimeout(timer);
  }
}
