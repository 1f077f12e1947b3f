import { db } from "@/db/database";
import { addMeasure, type Sample } from "@/lib/platform/metrics/measures";
import { measureProcess } from "@/lib/platform/metrics/process-measure";
import { waitingJobs } from "@/lib/releases/jobs/lease";
import { runningJobs } from "@/lib/releases/jobs/worker";
import { captureLoad } from "@/lib/webhooks/capture-request";

/** Adds what the features have to measure. Once, where the app runs as a process of its own. */
export function measureFeatures(): void {
  measureProcess();
  addMeasure(captures);
  addMeasure(jobs);
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

async function jobs(): Promise<Sample[]> {
  const now = new Date();
  const { count, oldestAt } = await waitingJobs(db(), now);
  const oldest = oldestAt ? Math.max(0, now.getTime() - oldestAt.getTime()) / 1000 : 0;
  return [
    { name: "fieldkit_jobs", labels: { state: "queued" }, value: count },
    { name: "fieldkit_jobs", labels: { state: "running" }, value: runningJobs() },
    { name: "fieldkit_jobs_oldest_seconds", value: oldest },
  ];
}
