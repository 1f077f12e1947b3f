import type { Ctx } from "./context";
import { AppError } from "./errors";

/** Thrown where work has to be done first: whoever opened the transaction gives it up. */
class NeedsWork extends Error {
  constructor(
    readonly of: string,
    readonly work: () => Promise<unknown>,
  ) {
    super("work has to be done before this transaction");
  }
}

/** How often a call begins anew, because what its work depends on was changed meanwhile. */
const attemptsMax = 4;

/**
 * The result of slow work that no transaction may wait for, because it would keep its database connection. If it is not
 * there yet, the call ends here and starts again after the work. So call this before you count anything against a limit.
 * @param name all that the result depends on
 */
export function beforehand<T>({ known }: Pick<Ctx, "known">, name: string, work: () => Promise<T>): T {
  if (known?.has(name)) return known.get(name) as T;
  throw new NeedsWork(name, work);
}

/**
 * Carries a call out that may ask for work `beforehand`.
 * @throws {AppError} `unavailable` when it asked for other work each time
 */
export async function withWorkBeforehand<T>(ctx: Ctx, carryOut: (ctx: Ctx) => Promise<T>): Promise<T> {
  const known = new Map<string, unknown>();
  for (let attempt = 0; attempt < attemptsMax; attempt += 1) {
    try {
      return await carryOut({ ...ctx, known });
    } catch (error) {
      if (!(error instanceof NeedsWork)) throw error;
      known.set(error.of, await error.work());
    }
  }
  throw new AppError("unavailable", "Others change this all the time. Try again in a moment.", {
    headers: { "retry-after": "1" },
  });
}
