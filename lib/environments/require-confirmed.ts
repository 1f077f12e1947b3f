import { and, asc, eq } from "drizzle-orm";
import { environments } from "@/db/schema/flags";
import type { Ctx } from "@/lib/operations/context";
import { AppError } from "@/lib/operations/errors";
import { confirmHeader } from "@/lib/operations/operation";
import type { EnvironmentRow } from "./require-environment";

type Touched = Pick<EnvironmentRow, "name" | "key" | "isProtected">;

/**
 * Call it before a change of what environments answer, once its input is known to be right.
 * @param touched all that answer differently afterwards
 * @throws {AppError} `confirmation_required` if one of them is protected, and the caller has not named it
 */
export function requireConfirmed({ headers, isConfirmed }: Ctx, touched: readonly Touched[]): void {
  if (isConfirmed) return;
  const named = (headers.get(confirmHeader) ?? "").split(",").map((key) => key.trim().toLowerCase());
  const unnamed = touched.filter(({ key, isProtected }) => isProtected && !named.includes(key.toLowerCase()));
  if (unnamed.length > 0) throw unconfirmed(touched.filter(({ isProtected }) => isProtected));
}

/**
 * The same for a change that every environment of the project feels: the flags of groups have one definition for all.
 * @throws {AppError} `confirmation_required`
 */
export async function requireAllConfirmed(ctx: Ctx, projectId: string): Promise<void> {
  if (ctx.isConfirmed) return;
  const touched = await ctx.db
    .select({ name: environments.name, key: environments.key, isProtected: environments.isProtected })
    .from(environments)
    .where(and(eq(environments.projectId, projectId), eq(environments.isProtected, true)))
    .orderBy(asc(environments.createdAt), asc(environments.id));
  requireConfirmed(ctx, touched);
}

function unconfirmed(touched: readonly Touched[]): AppError {
  const names = touched.map(({ name }) => name).join(", ");
  const keys = touched.map(({ key }) => key).join(", ");
  return new AppError(
    "confirmation_required",
    `This changes ${names}, which ${touched.length > 1 ? "are" : "is"} protected. Send ${confirmHeader}: ${keys} to confirm it.`,
    { confirm: touched.map(({ name, key }) => ({ name, key })) },
  );
}
