import { CommitsError } from "@/lib/platform/commits/commits-error";
import { runInWorker } from "@/lib/platform/workers/run-in-worker";
import { WorkerError } from "@/lib/platform/workers/worker-error";
import type { ReleaseRow } from "../notes/to-release";
import { NotesError } from "./notes-error";
import type { WritingSettings } from "./write-release";
import { type WritingCalls, type WrittenInThread, writingProgram } from "./writing-program";

type Surroundings = { settings: WritingSettings; signal: AbortSignal; calls: WritingCalls };

/**
 * Writes a release's notes in a worker thread.
 * @throws {CommitsError}, {NotesError}, {WorkerError} when the thread is gone, or the reason of the signal
 */
export async function writeInThread(
  { projectId, title, revision, repoUrls, ranges, fromDate, toDate, deadlineAt }: ReleaseRow,
  { settings, signal, calls }: Surroundings,
): Promise<WrittenInThread> {
  const release = { title, revision, repoUrls, ranges, fromDate, toDate, deadlineAt };
  const written = await runInWorker(
    writingProgram,
    { release, settings },
    { key: projectId, signal, calls },
  ).catch((error: unknown) => {
    throw tooMuch(error) ?? error;
  });
  if (!("failure" in written)) return written;
  const { failure } = written;
  if (failure.kind === "notes") throw new NotesError(failure.message);
  throw new CommitsError(failure.reason, failure.message, failure);
}

/** What another try would not repair. */
function tooMuch(error: unknown): NotesError | undefined {
  if (!(error instanceof WorkerError)) return undefined;
  if (error.reason === "memory")
    return new NotesError(
      "The commits in this range take more memory than there is for them. Choose a shorter range.",
    );
  if (error.reason === "deadline")
    return new NotesError("Writing the notes took too long. Choose a shorter range.");
  return undefined;
}
