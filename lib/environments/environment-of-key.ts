import type { Actor } from "@/lib/operations/context";
import { AppError, notFound } from "@/lib/operations/errors";
import { findEnvironment, type NamedEnvironment } from "./find-environment";

/**
 * The environment that a caller asks about. A key that is bound to one asks about that one also without naming it, and learns
 * nothing of others.
 * @throws {AppError} `forbidden` where a bound key names another one
 */
export function environmentOfKey<E extends NamedEnvironment & { id: string }>(
  actor: Actor,
  environments: readonly E[],
  selector: string | undefined,
): E | undefined {
  const boundId = actor.kind === "key" ? actor.key.environmentId : null;
  if (boundId === null) return findEnvironment(environments, selector);
  const bound = environments.find(({ id }) => id === boundId);
  const named = selector === undefined ? bound : findEnvironment(environments, selector);
  if (!bound || named !== bound) {
    const which = bound ? `environment ${bound.key}` : "environment that is gone";
    throw new AppError("forbidden", `This key is for the ${which}`);
  }
  return bound;
}

/**
 * The same, for callers to whom an unknown environment is an error. The hint repeats its name, because an SDK gets that from a
 * variable.
 * @throws {AppError} `not_found`, and `forbidden` where a bound key names another one
 */
export function requireEnvironmentOfKey<E extends NamedEnvironment & { id: string }>(
  actor: Actor,
  environments: readonly E[],
  selector: string | undefined,
): E {
  const environment = environmentOfKey(actor, environments, selector);
  if (environment) return environment;
  throw notFound(
    "Environment",
    `No environment has the key or name ${JSON.stringify(selector?.slice(0, 100))}.`,
  );
}
