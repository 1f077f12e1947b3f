import { AppError } from "@/lib/operations/errors";
import { log } from "@/lib/platform/log/log";
import { runInWorker } from "@/lib/platform/workers/run-in-worker";
import { WorkerError } from "@/lib/platform/workers/worker-error";
import { type RenderInput, type RenderOutput, renderProgram } from "./render-program";

/**
 * Renders the templates of an answer in a worker thread. A mistake in one, or one that takes too much, is a problem and no
 * failure.
 * @param options `key` is whose templates they are, a project's id
 * @throws {AppError} `unavailable`, when too many wait already
 */
export async function renderTemplates(
  input: RenderInput,
  options: { key: string; signal?: AbortSignal | undefined },
): Promise<RenderOutput> {
  if (!input.templates.some(hasMarkup)) return { texts: [...input.templates] };
  try {
    return await runInWorker(renderProgram, input, options);
  } catch (error) {
    options.signal?.throwIfAborted();
    if (error instanceof WorkerError) return withoutResult(error);
    // Such as JSON that is nested too deeply to be copied.
    log().warn({ err: error, projectId: options.key }, "templates were not rendered");
    return { problem: problems.crashed };
  }
}

/** @throws {AppError} when it was not even begun */
export function withoutResult(error: WorkerError): RenderOutput {
  if (error.reason !== "busy") return { problem: problems[error.reason] };
  throw new AppError("unavailable", "Too many answers are being made right now. Try again in a moment.", {
    headers: { "retry-after": "1" },
    cause: error,
  });
}

const hasMarkup = (text: string) => text.includes("{{") || text.includes("{%");

const problems = {
  deadline: `The template took too long: more than ${renderProgram.runMs} ms.`,
  memory: "The template needed too much memory.",
  crashed: "The template could not be rendered. Try again in a moment.",
};
