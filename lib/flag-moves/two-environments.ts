import type { Db } from "@/db/client";
import { findEnvironment } from "@/lib/environments/find-environment";
import { type EnvironmentRow, readEnvironments } from "@/lib/environments/require-environment";
import { AppError } from "@/lib/operations/errors";
import { invalid } from "@/lib/operations/read-body";

export type TwoEnvironments = { from: EnvironmentRow; to: EnvironmentRow };

/**
 * The two environments that selectors name.
 * @throws {AppError} `not_found`, and `invalid_request` where both are the same
 */
export async function selectTwo(
  db: Db,
  projectId: string,
  selectors: { from: string; to: string },
): Promise<TwoEnvironments> {
  const environments = await readEnvironments(db, projectId);
  const select = (selector: string) => {
    const found = findEnvironment(environments, selector);
    if (!found) throw new AppError("not_found", `Environment ${selector} not found`);
    return found;
  };
  const [from, to] = [select(selectors.from), select(selectors.to)];
  if (from.id === to.id) throw invalid([{ path: "to", message: "must be another environment than from" }]);
  return { from, to };
}
