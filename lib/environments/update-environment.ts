import { eq, sql } from "drizzle-orm";
import { environments, flags } from "@/db/schema/flags";
import { requireAdmin, requireProject } from "@/lib/auth/access";
import { changeRow, writeColumns } from "@/lib/operations/change-row";
import type { Ctx } from "@/lib/operations/context";
import { implement } from "@/lib/operations/implement";
import { invalid } from "@/lib/operations/read-body";
import { updateEnvironment } from "./contract";
import { clearDefault } from "./default-environment";
import { forgetFlags } from "./forget-flags";
import { requireConfirmed } from "./require-confirmed";
import {
  type EnvironmentRow,
  environmentTaken,
  requireEnvironment,
  selectEnvironment,
} from "./require-environment";
import { toEnvironment } from "./to-environment";

export const handleUpdateEnvironment = implement(updateEnvironment, (ctx, input) =>
  changeRow(ctx, environments, {
    fields: input.fields,
    find: async (inner) => {
      // Changes of flags wait, so that they see the protection and the default of before or those of after.
      const project = await requireProject(inner, { referenceId: input.projectId }, { lock: "update" });
      const environment = await requireEnvironment(inner, project.id, input.environmentId, "update");
      return { ...environment, project };
    },
    change: async ({ project, ...environment }, { isDefault, ...changes }, inner) => {
      const { isProtected = environment.isProtected } = changes;
      if (isDefault || isProtected !== environment.isProtected) requireAdmin(project);
      if (isDefault === false && environment.isDefault) {
        const message = "cannot be false; make another environment the default";
        throw invalid([{ path: "isDefault", message }]);
      }
      const moves = isDefault === true && !environment.isDefault;
      const replaced = moves ? [await selectEnvironment(inner.db, project.id, undefined)] : [];
      requireConfirmed(inner, [environment, ...replaced]);
      return { ...changes, ...(moves && { isDefault: true }) };
    },
    write: (inner, environment, columns) => write(inner, environment, columns),
    taken: (row, error) => environmentTaken(error, row),
    show: toEnvironment,
    after: ({ project }) => forgetFlags(project.id),
  }),
);

async function write({ db }: Ctx, environment: EnvironmentRow, columns: Partial<EnvironmentRow>) {
  if (columns.isDefault) await clearDefault(db, environment.projectId);
  const row = await writeColumns(db, environments, environment, columns);
  // Who is asked before a change decides nothing.
  const decides = columns.name !== undefined || columns.key !== undefined || columns.isDefault !== undefined;
  if (!decides) return row;
  // A change of the environment drops the kept rolls of its flags.
  await db
    .update(flags)
    .set({ rolledAt: null, updatedAt: sql`${flags.updatedAt}` })
    .where(eq(flags.environmentId, environment.id));
  return row;
}
