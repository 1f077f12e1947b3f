import { isUniqueViolation } from "@/db/unique-violation";
import type { ErrorCode } from "@/lib/operations/error-codes";
import { asAppError } from "@/lib/operations/errors";
import { log } from "@/lib/platform/log/log";
import { singleton } from "@/lib/platform/singleton";
import { authCalls, currentAuthCall, noWrites } from "./auth-call";
import { RestingStores, storesOfAuth } from "./resting-stores";

const stores = () =>
  singleton("stores of auth", () => new RestingStores(() => [authCalls(), ...storesOfAuth()]));

/**
 * better-auth's log. Refusals do not interest the operator and their messages name people, so only errors are kept,
 * for `revealOutage` to look at.
 */
export function noteProblem(_level: string, _message: string, ...details: unknown[]): void {
  const errors = details.filter((detail) => detail instanceof Error);
  currentAuthCall()?.errors.push(...errors);
}

const outages = new Set<ErrorCode>(["unavailable", "insufficient_storage"]);

/**
 * Runs a call to better-auth. If the database is away or its disk full, it throws that error, which better-auth would turn into a
 * refusal as if the caller had made a mistake. Other errors are logged.
 * @param writes gets the rows that better-auth stores during the call
 */
export async function revealOutage<T>(call: () => Promise<T>, writes = noWrites()): Promise<T> {
  const errors: Error[] = [];
  const outcome = await stores().during(() =>
    authCalls().run({ errors, writes }, () =>
      call().then(
        (value) => ({ value }),
        (thrown: unknown) => ({ thrown }),
      ),
    ),
  );
  const outage = errors.find((error) => outages.has(asAppError(error).code));
  if (outage) throw outage;
  if ("thrown" in outcome) throw errors[0] ?? outcome.thrown;
  // Of two simultaneous sign-ups with one e-mail address one is refused, as it should be.
  for (const err of errors.filter((error) => !isUniqueViolation(error))) {
    log().warn({ err }, "better-auth reported a problem");
  }
  return outcome.value;
}
