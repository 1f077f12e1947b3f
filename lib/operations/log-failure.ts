import { failures } from "@/lib/platform/budgets/budgets";
import { BoundedLines } from "@/lib/platform/log/bounded-lines";
import { errorFields } from "@/lib/platform/log/error-fields";
import { log } from "@/lib/platform/log/log";
import { singleton } from "@/lib/platform/singleton";
import type { AppError } from "./errors";

const lines = () => singleton("logged failures", () => new BoundedLines(failures));

/**
 * Logs the cause of a refusal, if it has one. Of each kind one line a minute is written, with the number of those that
 * were not: while a database is away, every request fails in the same way.
 */
export function logFailure(failure: AppError, request: { requestId: string; method: string }): void {
  const { cause, code, message } = failure;
  if (cause === undefined) return;
  lines().write(kindOf(code, cause), (heldBack) => {
    log().error({ err: cause, ...request, code, ...(heldBack > 0 && { heldBack }) }, message);
  });
}

/** What happened, and where: failures of one kind have one cause. */
function kindOf(code: string, cause: unknown): string {
  const kind = [code];
  for (let each: ReturnType<typeof errorFields> | undefined = errorFields(cause); each; each = each.cause) {
    kind.push(each.type, each.code ?? "", each.stack?.split("\n", 1)[0] ?? "");
  }
  return kind.join(" ");
}
