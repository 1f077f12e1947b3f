import { and, eq } from "drizzle-orm";
import { environments, flags } from "@/db/schema/flags";
import type { Ctx } from "@/lib/operations/context";
import { notFound } from "@/lib/operations/errors";
import type { FlagWithEnvironment } from "./to-flag";

/**
 * The flag, when it is the project's, with its environment.
 * @throws {AppError} `not_found`
 */
export async function requireFlag(ctx: Ctx, projectId: string, id: string): Promise<FlagWithEnvironment> {
  const [found] = await ctx.db
    .select({ flag: flags, environment: environments })
    .from(flags)
    .innerJoin(environments, eq(environments.id, flags.environmentId))
    .where(and(eq(flags.projectId, projectId), eq(flags.id, id)));
  if (!found) throw notFound("Flag");
  return found;
}
