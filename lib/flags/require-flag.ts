import { and, eq } from "drizzle-orm";
import { environments, flags } from "@/db/schema/flags";
import type { Ctx } from "@/lib/operations/context";
import { notFound } from "@/lib/operations/errors";
import { type Lock, locking } from "@/lib/operations/lock";
import type { FlagWithEnvironment } from "./to-flag";

/**
 * The flag, when it is the project's, with its environment.
 * @throws {AppError} `not_found`
 */
export async function requireFlag(
  { db }: Ctx,
  projectId: string,
  id: string,
  lock?: Lock,
): Promise<FlagWithEnvironment> {
  const query = db
    .select({ flag: flags, environment: environments })
    .from(flags)
    .innerJoin(environments, eq(environments.id, flags.environmentId))
    .where(and(eq(flags.projectId, projectId), eq(flags.id, id)));
  const [found] = await locking(query, lock, flags);
  if (!found) throw notFound("Flag");
  return found;
}
