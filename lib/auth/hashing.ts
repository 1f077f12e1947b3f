import { AppError } from "@/lib/operations/errors";
import { Gate } from "@/lib/platform/process/gate";
import { lazily, singleton } from "@/lib/platform/singleton";

/**
 * A password's hash takes 32 MB and a thread of the pool that files and DNS need too. So few are computed at once, and
 * few may wait.
 */
const atOnce = 2;
export const waitingMax = 100;

const gate = lazily(() =>
  singleton("password hashing", () => new Gate({ running: atOnce, waiting: waitingMax })),
);

/**
 * Runs work that hashes a password.
 * @throws {AppError} `unavailable` when too many wait already
 */
export async function hashing<T>(work: () => Promise<T>): Promise<T> {
  const done = await gate().run(work);
  if (done) return done.result;
  throw new AppError("unavailable", "Too many people sign in right now. Try again in a few seconds.", {
    headers: { "retry-after": "5" },
  });
}
