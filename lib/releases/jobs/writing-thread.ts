import { CommitsError } from "@/lib/platform/commits/commits-error";
import { reportTo } from "@/lib/platform/trace/trace";
import { carryOut } from "@/lib/platform/workers/carry-out";
import { NotesError } from "./notes-error";
import { writeRelease } from "./write-release";
import { type WritingFailure, writingProgram } from "./writing-program";

/** Never aborted: whoever started the thread ends it as a whole. */
const { signal } = new AbortController();

export default carryOut(writingProgram, async ({ release, settings }, calls) => {
  if (settings.isTraced) reportTo((ended) => void calls.traced(ended).catch(() => {}));
  try {
    const { commits, ...written } = await writeRelease(release, {
      settings,
      now: () => new Date(),
      signal,
      checkpoints: { find: calls.findChunk, keep: calls.keepChunk },
      progress: calls.progress,
      mayAskModel: calls.mayAskModel,
    });
    return { ...written, commitsJson: JSON.stringify(commits) };
  } catch (error) {
    const failure = failureOf(error);
    if (failure) return { failure };
    throw error;
  }
});

function failureOf(error: unknown): WritingFailure | undefined {
  if (error instanceof NotesError) return { kind: "notes", message: error.message };
  if (!(error instanceof CommitsError)) return undefined;
  const { reason, message, retryAfterMs, isUnknownHost } = error;
  return { kind: "commits", reason, message, retryAfterMs, isUnknownHost };
}
