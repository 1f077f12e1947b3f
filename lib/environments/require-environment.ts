import { and, asc, desc, eq } from "drizzle-orm";
import type { Db } from "@/db/client";
import { environments } from "@/db/schema/flags";
import { violatedConstraint } from "@/db/unique-violation";
import type { Ctx } from "@/lib/operations/context";
import { type AppError, notFound, taken } from "@/lib/operations/errors";
import { isKsuid } from "@/lib/operations/ids";
import { type Lock, locking } from "@/lib/operations/lock";
import { findEnvironment } from "./find-environment";

export type EnvironmentRow = typeof environments.$inferSelect;

/** The environments of a project: the default first, then oldest first. */
export function readEnvironments(db: Db, projectId: string): Promise<EnvironmentRow[]> {
  return db
    .select()
    .from(environments)
    .where(eq(environments.projectId, projectId))
    .orderBy(desc(environments.isDefault), asc(environments.createdAt), asc(environments.id));
}

/**
 * The environment, when it is the project's.
 * @throws {AppError} `not_found`
 */
export async function requireEnvironment(
  { db }: Ctx,
  projectId: string,
  id: string,
  lock?: Lock,
): Promise<EnvironmentRow> {
  const isIt = and(eq(environments.id, id), eq(environments.projectId, projectId));
  const [row] = isKsuid(id) ? await locking(db.select().from(environments).where(isIt), lock) : [];
  if (!row) throw notFound("Environment");
  return row;
}

/**
 * The environment that a selector names, or the default one without a selector.
 * @throws {AppError} `not_found`
 */
export async function selectEnvironment(
  db: Db,
  projectId: string,
  selector: string | undefined,
): Promise<EnvironmentRow> {
  const found = findEnvironment(await readEnvironments(db, projectId), selector);
  if (!found) throw notFound("Environment");
  return found;
}

/**
 * Keeps the environment while something is given out for it.
 * @throws {AppError} `not_found` if it was deleted meanwhile
 */
export async function holdEnvironment({ db }: Ctx, id: string): Promise<void> {
  const isIt = eq(environments.id, id);
  const held = await db.select({ id: environments.id }).from(environments).where(isIt).for("key share");
  if (held.length === 0) throw notFound("Environment");
}

/** 409 for a key or name that another environment of the project has, in any letter case. */
export function environmentTaken(error: unknown, { key, name }: { key: string; name: string }): AppError {
  const isKey = violatedConstraint(error) === "environments_key";
  return isKey
    ? taken("key", `An environment with the key ${key} exists in this project already`)
    : taken("name", `An environment named ${name} exists in this project already`);
}
