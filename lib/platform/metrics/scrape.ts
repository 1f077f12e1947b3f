import {
  AggregatorRegistry,
  Counter,
  collectDefaultMetrics,
  Gauge,
  type MetricObject,
  Registry,
} from "prom-client";
import { scraping } from "@/lib/platform/budgets/budgets";
import { askOthers } from "@/lib/platform/ipc/others";
import { log } from "@/lib/platform/log/log";
import { type Definition, definitions } from "./definitions";
import { type Measure, measures, type Sample } from "./measures";
import { registerRequestMetrics } from "./request-metrics";

type Settable = { reset(): void; add(labels: Record<string, string>, value: number): void };

export type Scrape = {
  contentType: string;
  /** What this process measures. Calls that come together share one reading. */
  own: () => Promise<MetricObject[]>;
  /** Prometheus' text of everything that all processes of the installation on this machine measure. */
  text: () => Promise<string>;
};

export function createScrape(): Scrape {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  registerRequestMetrics(registry);
  const settable = new Map<string, Settable>();
  for (const [name, definition] of Object.entries(definitions))
    settable.set(name, createMetric(name, definition, registry));
  let failures = 0;
  let reading: Promise<MetricObject[]> | undefined;
  let writing: Promise<string> | undefined;

  const read = async (): Promise<MetricObject[]> => {
    const groups = await Promise.all([...measures()].map((each) => readInTime(each)));
    failures += groups.filter((each) => each === undefined).length;
    for (const metric of settable.values()) metric.reset();
    const failed: Sample = { name: "fieldkit_scrape_failures_total", value: failures };
    for (const { name, labels = {}, value } of [...groups.flatMap((each) => each ?? []), failed]) {
      settable.get(name)?.add(labels, value);
    }
    return registry.getMetricsAsJSON();
  };
  const own = () => {
    reading ??= read().finally(() => {
      reading = undefined;
    });
    return reading;
  };
  const write = async () => {
    const [ours, theirs] = await Promise.all([own(), askOthers("metrics", scraping.readMs)]);
    return AggregatorRegistry.aggregate([ours.map(shown), ...(theirs as MetricObject[][])]).metrics();
  };
  return {
    contentType: registry.contentType,
    own,
    text: () => {
      writing ??= write().finally(() => {
        writing = undefined;
      });
      return writing;
    },
  };
}

/** What cannot be added up, such as the time of the start, is that of the process that is asked. */
const shown = (metric: MetricObject): MetricObject =>
  metric.aggregator === "omit" ? { ...metric, aggregator: "first" } : metric;

function createMetric(
  name: string,
  { type, help, labels = [], aggregator = "sum" }: Definition,
  registry: Registry,
): Settable {
  const options = { name, help, aggregator, labelNames: [...labels], registers: [registry] };
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
