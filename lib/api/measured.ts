import { db } from "@/db/database";
import { openFlagStreams } from "@/lib/flag-stream/streams-here";
import { addMeasure, type Sample } from "@/lib/platform/metrics/measures";
import { waitingJobs } from "@/lib/releases/jobs/lease";
import { runningJobs } from "@/lib/releases/jobs/worker";
import { captureLoad } from "@/lib/webhooks/capture-request";

/** Adds what the features of a process that serves have to measure. Once, where the app runs as processes of its own. */
export function measureFeatures(): void {
  addMeasure(captures);
  addMeasure(() => [{ name: "fieldkit_flag_streams", value: openFlagStreams() }]);
  addMeasure(() => [{ name: "fieldkit_jobs", labels: { state: "running" }, value: runningJobs() }]);
}

/** Adds what is the same in all processes of an installation. In one of them. */
export function measureInstallation(): void {
  addMeasure(waiting);
}

function captures(): Sample[] {
  const { captures, bytes, oldestMs } = captureLoad();
  const oldest = oldestMs / 1000;
  return [
    { name: "fieldkit_captures_waiting", value: captures },
    { name: "fieldkit_captures_waiting_bytes", value: bytes },
    { name: "fieldkit_captures_oldest_seconds", value: oldest },
  ];
}

async function waiting(): Promise<Sample[]> {
  const now = new Date();
  const { count, oldestAt } = await waitingJobs(db(), now);
  const oldest = oldestAt ? Math.max(0, now.getTime() - oldestAt.getTime()) / 1000 : 0;
  return [
    { name: "fieldkit_jobs", labels: { state: "queued" }, value: count },
    { name: "fieldkit_jobs_oldest_seconds", value: oldest },
  ];
}
