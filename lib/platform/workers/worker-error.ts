/**
 * Why a program in a worker thread has no result. `busy`: too many wait already. `deadline`: it ran too long. `memory`:
 * it needed too much. `crashed`: it failed in another way, or could not be started.
 */
export type WorkerReason = "busy" | "deadline" | "memory" | "crashed";

/** The thread of this run is gone; others and later runs are not concerned. */
export class WorkerError extends Error {
  override readonly name = "WorkerError";

  constructor(
    readonly reason: WorkerReason,
    program: string,
    cause?: unknown,
  ) {
    super(`The worker "${program}" ended: ${reason}.`, { cause });
  }
}
