import type { IncomingMessage } from "node:http";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ObservedRequest } from "@/lib/platform/observe/observed-request";
import { routeNamed } from "@/lib/platform/observe/routes";
import { Latencies, outcomeOf, outcomes } from "./latencies";
import { addMeasure, measures } from "./measures";
import { requestCounter } from "./request-counter";
import { createScrape } from "./scrape";

beforeEach(() => measures().clear());
afterEach(() => vi.useRealTimers());

const scrape = createScrape();
const lines = async () => (await scrape.text()).split("\n").filter((line) => line.startsWith("fieldkit_"));

it.each([
  [200, false, "2xx"],
  [101, false, "1xx"],
  [304, false, "3xx"],
  [404, false, "4xx"],
  [599, false, "5xx"],
  [999, false, "5xx"],
  [200, true, "aborted"],
  [undefined, false, "aborted"],
])("an answer of %s, broken off %s, counts as %s", (status, isAborted, outcome) => {
  expect(outcomes[outcomeOf(status, isAborted)]).toBe(outcome);
});

it.each([
  [0, 0],
  [1, 0],
  [1.1, 1],
  [100, 6],
  [30_000, 13],
  [30_001, 14],
])("%i ms are in bucket %i", (ms, bucket) => {
  const latencies = new Latencies();
  latencies.add(ms);
  expect(latencies.counts[bucket]).toBe(1);
});

describe("a scrape", () => {
  it("has requests by operation and outcome, in buckets that include those below", async () => {
    const observed = new ObservedRequest("GET", "/", routeNamed("api", "listMocks"));
    const request = {} as IncomingMessage;
    for (const ms of [0.5, 3, 3, 700]) {
      requestCounter.ended(observed, { status: 200, isAborted: false, ms, bytes: 0 }, request);
    }
    const found = (await lines()).filter((line) => line.includes('operation="listMocks"'));
    const labels = 'kind="api",operation="listMocks",status="2xx"';
    const name = "fieldkit_http_request_duration_seconds";
    expect(found).toContain(`${name}_bucket{le="0.001",${labels}} 1`);
    expect(found).toContain(`${name}_bucket{le="0.005",${labels}} 3`);
    expect(found).toContain(`${name}_bucket{le="+Inf",${labels}} 4`);
    expect(found).toContain(`${name}_sum{${labels}} 0.7065`);
    expect(found).toContain(`${name}_count{${labels}} 4`);
  });

  it("adds samples of the same name and labels up, and forgets those of the last scrape", async () => {
    const remove = addMeasure(() => [{ name: "fieldkit_http_connections", value: 2 }]);
    addMeasure(() => [
      { name: "fieldkit_http_connections", value: 3 },
      { name: "fieldkit_jobs", labels: { state: "queued" }, value: 7 },
    ]);
    expect(await lines()).toEqual(
      expect.arrayContaining(["fieldkit_http_connections 5", 'fieldkit_jobs{state="queued"} 7']),
    );
    remove();
    expect(await lines()).toContain("fieldkit_http_connections 3");
  });

  it("leaves out what fails or hangs, says so, and has the rest", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    addMeasure(() => {
      throw new Error("broken");
    });
    addMeasure(() => Promise.reject(new Error("no database")));
    addMeasure(() => new Promise(() => {}));
    addMeasure(() => [{ name: "fieldkit_websockets", value: 4 }]);
    const reading = lines();
    await vi.advanceTimersByTimeAsync(2000);
    const found = await reading;
    expect(found).toContain("fieldkit_websockets 4");
    expect(found).toContain("fieldkit_scrape_failures_total 3");
  });

  it("is one reading for all that ask at the same time", async () => {
    const measure = vi.fn(() => []);
    addMeasure(measure);
    await Promise.all([scrape.text(), scrape.text(), scrape.text()]);
    expect(measure).toHaveBeenCalledTimes(1);
  });

  it("has what Node tells of itself", async () => {
    const text = await scrape.text();
    for (const name of [
      "process_resident_memory_bytes",
      "nodejs_eventloop_lag_p99_seconds",
      "nodejs_version_info",
    ]) {
      expect(text).toContain(`\n${name}`);
    }
  });
});
