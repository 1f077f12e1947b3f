import { setTimeout as sleep } from "node:timers/promises";
import { withoutSecrets } from "@/lib/platform/secrets/without-secrets";

/** What a check found: `good`, `note` (works, and should be known), or `bad` (does not work). */
export type Finding = {
  name: string;
  state: "good" | "note" | "bad";
  found: string;
  /** What to do about it. */
  advice?: string;
};

/** @param signal is aborted when the check's time is over */
export type Check = { name: string; run(signal: AbortSignal): Promise<Finding[]> };

export const checkWithinMs = 5_000;

/**
 * Runs all checks side by side, each for five seconds at most. Never rejects: a check that fails has found that.
 * @param secrets are left out of everything that is said
 */
export async function runChecks(
  checks: readonly Check[],
  { secrets = [], withinMs = checkWithinMs }: { secrets?: readonly string[]; withinMs?: number } = {},
): Promise<Finding[]> {
  const found = await Promise.all(checks.map((check) => runCheck(check, withinMs)));
  return found.flat().map(({ name, state, found, advice }) => ({
    name,
    state,
    found: withoutSecrets(found, secrets),
    ...(advice !== undefined && { advice: withoutSecrets(advice, secrets) }),
  }));
}

async function runCheck({ name, run }: Check, withinMs: number): Promise<Finding[]> {
  const over = new AbortController();
  const late = sleep(withinMs, undefined, { signal: over.signal }).then((): Finding[] => [
    { name, state: "bad", found: `no answer within ${withinMs / 1000} s` },
  ]);
  late.catch(() => {});
  const checked = Promise.resolve()
    .then(() => run(over.signal))
    .catch((error: unknown): Finding[] => [{ name, state: "bad", found: reasonOf(error) }]);
  try {
    return await Promise.race([checked, late]);
  } finally {
    over.abort();
  }
}

/** Why something failed, on one short line: the innermost reason that has a text. */
export function reasonOf(error: unknown): string {
  let text = "";
  for (
    let each: unknown = error, depth = 0;
    each instanceof Error && depth < 5;
    each = each.cause, depth += 1
  ) {
    const { code } = each as { code?: unknown };
    const first = each instanceof AggregateError ? (each.errors[0] as unknown) : undefined;
    text = each.message || (first instanceof Error ? first.message : "") || String(code ?? "") || text;
  }
  return (text || String(error)).replace(/\s+/g, " ").slice(0, 200);
}
