import { databaseFault, databaseReady } from "@/db/database";
import { type Answer, jsonAnswer } from "@/lib/operations/answer";
import { answering } from "@/lib/operations/answering";
import { AppError } from "@/lib/operations/errors";
import { busState } from "@/lib/platform/bus/bus";
import { askOthers } from "@/lib/platform/ipc/others";
import { databaseOutage } from "@/lib/platform/outage/database-outage";
import { draining } from "@/lib/platform/process/draining";
import { settledWithin } from "@/lib/platform/process/settled-within";
import { singleton } from "@/lib/platform/singleton";
import { ownVersion } from "@/lib/platform/version/version";
import { captureLoad } from "@/lib/webhooks/capture-request";

const soon = { "retry-after": "2" };
/** How long the database may take to answer. */
const answerMs = 1500;
/** A capture that waits longer means that captures are not stored. */
const captureMs = 10_000;
/** How long other workers may take to say how theirs are. */
const othersMs = 300;

/** `/livez`: the process runs. */
export function livez(request: Request): Promise<Answer> {
  return answering(request, async () => jsonAnswer({ status: "ok" }));
}

/**
 * `/readyz`: the database answers and has this build's schema, captures are stored, and the process is not about to end;
 * 503 otherwise, within two seconds. A bus that is down is reported, but requests need not go elsewhere: caches then keep
 * values for a second at most. A full disk is reported, too, because reading goes on. Strangers may ask, so of the data
 * directory it only says what kind of trouble there is.
 */
export function readyz(request: Request): Promise<Answer> {
  return answering(request, async () => {
    const oldestMs = Math.round(await oldestCapture());
    if (draining().isOn) throw notReady("This process is about to end.");
    if (oldestMs > captureMs) {
      throw notReady(
        `A captured request has been waiting for ${Math.floor(oldestMs / 1000)} s to be stored.`,
      );
    }
    await requireDatabase();
    const storage = databaseFault() ?? "ok";
    const captures = { oldestMs };
    return jsonAnswer({ status: "ok", database: "ok", storage, bus: busState(), captures, ...ownVersion() });
  });
}

async function requireDatabase(): Promise<void> {
  const asked = databaseOutage().isOn ? Promise.reject(new Error("The database does not answer")) : ready();
  asked.catch(() => {});
  if (!(await settledWithin(asked, answerMs))) throw notReady("The database takes too long to answer.");
  const isMigrated = await asked.catch((cause) => {
    const fault = databaseFault();
    throw notReady(`The database is not reachable${fault ? ` (data directory: ${fault})` : ""}.`, cause);
  });
  if (!isMigrated) throw notReady("The database is not migrated yet.");
}

type Asking = { answer: Promise<boolean> | undefined; oldest: Promise<number> | undefined };
const asking = () => singleton<Asking>("readiness", () => ({ answer: undefined, oldest: undefined }));

/** How long the oldest capture waits in any worker of this machine, in ms. However many ask, workers are asked once. */
function oldestCapture(): Promise<number> {
  const current = asking();
  const ask = async () => {
    const others = await askOthers("captures", othersMs);
    return Math.max(captureLoad().oldestMs, ...others.filter((each) => typeof each === "number"));
  };
  current.oldest ??= ask().finally(() => {
    current.oldest = undefined;
  });
  return current.oldest;
}

/** However many ask, the database is asked once at a time. */
function ready(): Promise<boolean> {
  const current = asking();
  current.answer ??= databaseReady().finally(() => {
    current.answer = undefined;
  });
  return current.answer;
}

const notReady = (message: string, cause?: unknown) =>
  new AppError("unavailable", message, { headers: soon, cause });
