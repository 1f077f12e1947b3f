import { sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import type { StoredProgress } from "@/db/schema/releases";
import { hasRate } from "@/lib/auth/limits";
import { CommitsError } from "@/lib/platform/commits/commits-error";
import { log } from "@/lib/platform/log/log";
import { addPart, currentSpan } from "@/lib/platform/trace/trace";
import { revise } from "../notes/revise";
import { readSettings } from "../settings/read-settings";
import { checkpointsOf, dropCheckpoints } from "./checkpoints";
import { fail, giveBack, heartbeat, isHeld, type Job } from "./lease";
import { NotesError } from "./notes-error";
import { projectTokens } from "./project-token";
import { triesFor } from "./tries";
import { writeInThread } from "./write-in-thread";

type Surroundings = { db: Db; now: () => Date; signal: AbortSignal };

const heartbeatMs = 15_000;
/** How old the progress that others see may become. */
const progressMs = 2000;
const retryMs = [5000, 20_000];

/**
 * Writes the notes of a claimed release. In the end the release is a draft with its text, a draft with an error, due
 * for a later try, or given back because this process ends.
 */
export async function runJob(job: Job, { db, now, signal }: Surroundings): Promise<void> {
  const lost = new AbortController();
  let progress: StoredProgress = { phase: "waiting", done: 0, total: 0 };
  let shown = { progress, at: 0 };
  const beat = async () => {
    shown = { progress, at: now().getTime() };
    if (!(await heartbeat(db, job, now(), progress)))
      lost.abort(new Error("The release is not ours any more."));
  };
  const timer = setInterval(() => {
    if (progress !== shown.progress || now().getTime() - shown.at >= heartbeatMs) void beat().catch(() => {});
  }, progressMs);
  try {
    const { find, keep } = checkpointsOf(db, job, now);
    const span = currentSpan();
    const settings = await readSettings(db, job.release.projectId);
    const { commitsJson, ...written } = await writeInThread(job.release, {
      settings: {
        audience: settings.audience,
        tokens: projectTokens(settings, job.release),
        isTraced: span !== undefined,
      },
      signal: AbortSignal.any([signal, lost.signal]),
      calls: {
        findChunk: find,
        keepChunk: keep,
        traced: async (ended) => addPart(ended, span),
        mayAskModel: () => hasRate({ db, now }, "modelCallsPerDay", job.release.projectId),
        progress: async (next) => {
          const phaseChanged = next.phase !== progress.phase;
          progress = next;
          if (phaseChanged) await beat();
        },
      },
    });
    await db.transaction(async (tx) => {
      const revised = await revise(
        { db: tx, now },
        job.release,
        {
          ...written,
          commits: sql`${commitsJson}::json`,
          status: "draft",
          errorMessage: null,
          progress: null,
          leaseToken: null,
          leaseUntil: null,
        },
        { origin: "generated", author: null },
        isHeld(job),
      );
      if (revised) await dropCheckpoints(tx, job.release.id);
    });
  } catch (error) {
    if (signal.aborted) await giveBack(db, job, null, false);
    else if (!lost.signal.aborted) await settle(job, { db, now }, error);
  } finally {
    clearInterval(timer);
  }
}

/** Schedules another try for failures that may pass, and ends the generation for the others. */
async function settle(
  job: Job,
  { db, now }: Pick<Surroundings, "db" | "now">,
  error: unknown,
): Promise<void> {
  const { id: releaseId, attempt } = job.release;
  const known = error instanceof CommitsError || error instanceof NotesError;
  const mayPass = error instanceof CommitsError ? error.transient : !known;
  if (!known) log().error({ err: error, releaseId, attempt }, "writing the notes failed");
  if (mayPass && attempt < triesFor(error)) {
    const asked = error instanceof CommitsError ? error.retryAfterMs : undefined;
    const waitMs = asked ?? retryMs[attempt - 1] ?? 20_000;
    return giveBack(db, job, new Date(now().getTime() + waitMs), true);
  }
  const message = known
    ? error.message
    : "Something went wrong on our side while the notes were written. Try again.";
  return fail(db, job, message);
}
