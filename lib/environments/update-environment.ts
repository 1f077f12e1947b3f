import { and, eq, type SQL, sql } from "drizzle-orm";
import { environments, flags } from "@/db/schema/flags";
import { isUniqueViolation } from "@/db/unique-violation";
import { requireAdmin, requireProject } from "@/lib/auth/access";
import { type Ctx, transaction } from "@/lib/operations/context";
import { guarded } from "@/lib/operations/if-match";
import { implement } from "@/lib/operations/implement";
import { invalid } from "@/lib/operations/read-body";
import { updateEnvironment } from "./contract";
import { clearDefault, lockDefault } from "./default-environment";
import { forgetFlags } from "./forget-flags";
import { requireConfirmed } from "./require-confirmed";
import {
  type EnvironmentRow,
  environmentTaken,
  requireEnvironment,
  selectEnvironment,
} from "./require-environment";
import { toEnvironment } from "./to-environment";

export const handleUpdateEnvironment = implement(updateEnvironment, async (ctx, input) => {
  const project = await requireProject(ctx, { referenceId: input.projectId });
  const find = () => requireEnvironment(ctx, project.id, input.environmentId);
  const environment = await find();
  const { isDefault, ...changes } = await input.fields();
  const { isProtected = environment.isProtected } = changes;
  if (isDefault || isProtected !== environment.isProtected) requireAdmin(project);
  if (isDefault === false && environment.isDefault) {
    throw invalid([{ path: "isDefault", message: "cannot be false; make another environment the default" }]);
  }
  const moves = isDefault === true && !environment.isDefault;
  requireConfirmed(ctx, [
    environment,
    ...(moves ? [await selectEnvironment(ctx.db, project.id, undefined)] : []),
  ]);
  // Before the environment's own row, because a move takes the mark off another one's.
  if (moves) await lockDefault(ctx.db, project.id);
  try {
    return await guarded(ctx, {
      ...{ updatedAt: environments.updatedAt, found: environment, find, show: toEnvironment },
      where: eq(environments.id, environment.id),
      write: async (unchanged) => {
        if (Object.keys(changes).length === 0 && !moves) return environment;
        const set = { ...changes, ...(moves && { isDefault: true }) };
        const row = await transaction(ctx, (inner) => write(inner, environment, set, unchanged));
        if (row) ctx.after(() => forgetFlags(project.id));
        return row;
      },
    });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw environmentTaken(error, { key: environment.key, name: environment.name, ...changes });
  }
});

type Changes = Partial<Pick<EnvironmentRow, "name" | "key" | "isDefault" | "isProtected">>;

async function write(
  { db }: Ctx,
  { id, projectId }: EnvironmentRow,
  set: Changes,
  unchanged: SQL | undefined,
): Promise<EnvironmentRow | undefined> {
  if (set.isDefault) await lockDefault(db, projectId);
  const isUnchanged = and(eq(environments.id, id), unchanged);
  const held = await db.select({ id: environments.id }).from(environments).where(isUnchanged).for("update");
  if (held.length === 0) return undefined;
  if (set.isDefault) await clearDefault(db, projectId);
  const [row] = await db.update(environments).set(set).where(eq(environments.id, id)).returning();
  // Who is asked before a change decides nothing.
  const decides = set.name !== undefined || set.key !== undefined || set.isDefault !== undefined;
  if (!decides) return row;
  // A change of the environment drops the kept rolls of its flags.
  await db
    .update(flags)
    .set({ rolledAt: null, updatedAt: sql`${flags.updatedAt}` })
    .where(eq(flags.environmentId, id));
  return row;
}
