import { quickDb } from "@/db/database";
import { log } from "@/lib/platform/log/log";
import { rarely } from "@/lib/platform/log/rarely";
import { EveryMinute } from "@/lib/platform/process/every-minute";
import { settledWithin } from "@/lib/platform/process/settled-within";
import { lazily, singleton } from "@/lib/platform/singleton";
import { TrafficCounts, type TrafficKind } from "./traffic-counts";
import { writeTraffic } from "./write-traffic";

/** How long the end of a process waits for that, in ms. */
const endMs = 5000;

type Traffic = { counts: TrafficCounts; storing: EveryMinute };

const traffic = lazily(() =>
  singleton<Traffic>("project traffic", () => ({
    counts: new TrafficCounts({
      // Over connections whose statements are given up early: it is one short statement a minute.
      write: (batch) => writeTraffic(quickDb(), batch),
      entriesMax: 20_000,
      batchMax: 500,
      flushMs: 10_000,
    }),
    storing: new EveryMinute(flushTraffic),
  })),
);

/**
 * Counts a request to a project: `mocks` were answered by a mock, `captures` were stored in an inbox, `checks` are
 * questions about flags that were answered, also by 304. `errors` are answers with a status of 400 or more that Fieldkit
 * itself gave: nothing matched, or it was refused. What a mock answers is never an error, whatever its status. Only for
 * projects that exist: what strangers make up must not take memory.
 */
export function countTraffic(projectId: string, kind: TrafficKind): void {
  const now = Date.now();
  const here = traffic();
  here.counts.add(projectId, kind, now);
  here.storing.see(now);
}

/** What this process has counted and not stored. */
export const trafficHere = (): TrafficCounts => traffic().counts;

/** Stores what was counted until now. Never throws: what could not be stored is kept. */
export async function flushTraffic(): Promise<void> {
  const { counts } = traffic();
  if (counts.size === 0) return;
  try {
    await counts.flush();
  } catch (err) {
    complain((heldBack) =>
      log().warn({ err, heldBack }, "counts of requests could not be stored; they are kept and tried again"),
    );
  }
  const { dropped } = counts;
  if (dropped === 0) return;
  counts.dropped = 0;
  log().warn({ dropped }, "requests were not counted, because too many counts wait to be stored");
}

/** The same before a process ends, and not for longer than an end may take. */
export async function flushTrafficAtEnd(): Promise<void> {
  await settledWithin(flushTraffic(), endMs);
}

const complain = rarely();
