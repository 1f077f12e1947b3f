import { LRUCache } from "lru-cache";
import { failures } from "@/lib/platform/budgets/budgets";
import { errorFields } from "@/lib/platform/log/error-fields";
import { log } from "@/lib/platform/log/log";
import { rarely } from "@/lib/platform/log/rarely";
import { singleton } from "@/lib/platform/singleton";
import type { AppError } from "./errors";

const kinds = () =>
  singleton(
    "logged failures",
    () => new LRUCache<string, ReturnType<typeof rarely>>({ max: failures.kindsMax }),
  );

/**
 * Logs the cause of a refusal, if it has one. Of each kind one line a minute is written, with the number of those that
 * were not: while a database is away, every request fails in the same way.
 */
export function logFailure(failure: AppError, request: { requestId: string; method: string }): void {
  const { cause, code, message } = failure;
  if (cause === undefined) return;
  const kind = kindOf(code, cause);
  const write = kinds().get(kind) ?? rarely(failures.everyMs);
  kinds().set(kind, write);
  write((heldBack) => {
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
