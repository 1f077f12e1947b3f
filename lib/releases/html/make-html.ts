import { AppError } from "@/lib/operations/errors";
import { runInWorker } from "@/lib/platform/workers/run-in-worker";
import { WorkerError } from "@/lib/platform/workers/worker-error";
import { asWritten, type MarkdownOptions } from "../markdown-html";
import { htmlProgram } from "./html-program";

/**
 * Notes as HTML, made in a worker thread. Notes that take too much are shown as they were written.
 * @throws {AppError} `unavailable`, when too many wait already
 */
export async function makeHtml(
  projectId: string,
  content: string,
  options: MarkdownOptions = {},
): Promise<string> {
  try {
    return await runInWorker(htmlProgram, { content, options }, { key: projectId });
  } catch (error) {
    if (!(error instanceof WorkerError)) throw error;
    if (error.reason === "memory" || error.reason === "deadline") return asWritten(content);
    throw notYet(error);
  }
}

export const notYet = (cause?: unknown) =>
  new AppError("unavailable", "The notes are being prepared. Try again in a moment.", {
    headers: { "retry-after": "5" },
    cause,
  });
