import { fileURLToPath } from "node:url";
import { declareOwnServer } from "@/lib/api/before-next";
import { measureFeatures } from "@/lib/api/measured";
import { callsStored } from "@/lib/mocks/calls/record-call";
import { answerOthers } from "@/lib/platform/ipc/others";
import { measureProcess } from "@/lib/platform/metrics/process-measure";
import { startObserving } from "@/lib/platform/observe/start-observing";
import { takeProgramsFrom } from "@/lib/platform/workers/program-file";
import { captureLoad } from "@/lib/webhooks/capture-request";

/** What a process that serves needs before anything else. */
export async function prepareToServe(programs = "programs"): Promise<void> {
  declareOwnServer();
  await startObserving();
  measureProcess();
  measureFeatures();
  answerOthers("captures", () => captureLoad().oldestMs);
  answerOthers("calls", callsStored);
  takeProgramsFrom(fileURLToPath(new URL(programs, import.meta.url)));
}
