import { AppError } from "@/lib/operations/errors";
import { Gate } from "@/lib/platform/process/gate";
import { lazily, singleton } from "@/lib/platform/singleton";

/**
 * A password's hash takes 32 MB and a thread of the pool that files and DNS need too. So few are computed at once, and
 * few may wait.
 */
const atOnce = 2;
export const waitingMax = 100;

const state = lazily(() => singleton("password hashing", () => ({ gate: new Gate(atOnce), under: 0 })));

/**
 * Runs work that hashes a password.
 * @throws {AppError} `unavailable` when too many wait already
 */
export async function hashing<T>(work: () => Promise<T>): Promise<T> {
  const current = state();
  if (current.under >= atOnce + waitingMax) {
    throw new AppError("unavailable", "Too many people sign in right now. Try again in a few seconds.", {
      headers: { "retry-after": "5" },
    });
  }
  current.under += 1;
  try {
    return await current.gate.run(work);
  } finally {
    current.under -= 1;
  }
}
