import { answerProblems } from "@/lib/mocks/soundness";
import { invalid } from "@/lib/operations/read-body";
import { turns } from "@/lib/platform/process/turns";
import type { InboxResponse } from "./contract";

/**
 * Checks of an inbox's answer what its contract can't, because browsers have no engine for it.
 * @throws {AppError} `invalid_request` with every place
 */
export async function requireSoundAnswer(response: InboxResponse | null | undefined): Promise<void> {
  if (!response) return;
  const issues = await turns().run(answerProblems({ ...response, bodyFileId: null }, "response"));
  if (issues.length > 0) throw invalid(issues);
}
