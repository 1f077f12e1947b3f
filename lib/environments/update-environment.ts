import { eq, sql } from "drizzle-orm";
import { environments, flags } from "@/db/schema/flags";
import { isUniqueViolation } from "@/db/unique-violation";
import { requireAdmin, requireProject } from "@/lib/auth/access";
import { transaction } from "@/lib/operations/context";
import { notFound } from "@/lib/operations/errors";
import { implement } from "@/lib/operations/implement";
import { invalid } from "@/lib/operations/read-body";
import { updateEnvironment } from "./contract";
import { clearDefault } from "./default-environment";
import { forgetFlags } from "./forget-flags";
import { environmentTaken, requireEnvironment } from "./require-environment";
import { toEnvironment } from "./to-environment";

export const handleUpdateEnvironment = implement(updateEnvironment, async (ctx, input) => {
  const project = await requireProject(ctx, { referenceId: input.projectId });
  const environment = await requireEnvironment(ctx, project.id, input.environmentId);
  const { isDefault, ...changes } = await input.fields();
  if (isDefault) requireAdmin(project);
  else if (isDefault === false && environment.isDefault) {
    throw invalid([{ path: "isDefault", message: "cannot be false; make another environment the default" }]);
  }
  const moves = isDefault === true && !environment.isDefault;
  if (Object.keys(changes).length === 0 && !moves) return toEnvironment(environment);
  try {
    const updated = await transaction(ctx, async (inner) => {
      if (moves) await clearDefault(inner, project.id);
      const [row] = await inner.db
        .update(environments)
        .set({ ...changes, ...(moves && { isDefault: true }) })
        .where(eq(environments.id, environment.id))
        .returning();
      if (!row) throw notFound("Environment");
      // A change of the environment drops the kept rolls of its flags.
      await inner.db
        .update(flags)
        .set({ rolledAt: null, updatedAt: sql`${flags.updatedAt}` })
        .where(eq(flags.environmentId, row.id));
      return row;
    });
    ctx.after(() => forgetFlags(project.id));
    return toEnvironment(updated);
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw environmentTaken(error, { key: environment.key, name: environment.name, ...changes });
  }
});
