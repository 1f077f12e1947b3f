import KSUID from "ksuid";
import { environments } from "@/db/schema/flags";
import { isUniqueViolation } from "@/db/unique-violation";
import { requireAdmin, requireProject } from "@/lib/auth/access";
import { transaction } from "@/lib/operations/context";
import { implement } from "@/lib/operations/implement";
import { keyOrDefault } from "@/lib/operations/key-or-default";
import { withinQuotas } from "@/lib/operations/quota";
import { createEnvironment } from "./contract";
import { clearDefault, lockDefault } from "./default-environment";
import { forgetFlags } from "./forget-flags";
import { requireConfirmed } from "./require-confirmed";
import { environmentTaken, selectEnvironment } from "./require-environment";
import { toEnvironment } from "./to-environment";

export const handleCreateEnvironment = implement(createEnvironment, async (ctx, input) => {
  const project = await requireProject(ctx, { referenceId: input.projectId });
  const { name, key: givenKey, isDefault, isProtected } = await input.fields();
  if (isDefault || isProtected) requireAdmin(project);
  // The default of before is no longer what is answered where none is named.
  if (isDefault) requireConfirmed(ctx, [await selectEnvironment(ctx.db, project.id, undefined)]);
  const key = keyOrDefault(givenKey, name);
  try {
    const rows = await withinQuotas(ctx, [{ name: "environments", ownerId: project.id }], (within) =>
      transaction(within, async (inner) => {
        if (isDefault) {
          await lockDefault(inner.db, project.id);
          await clearDefault(inner.db, project.id);
        }
        return inner.db
          .insert(environments)
          .values({ id: KSUID.randomSync().string, projectId: project.id, name, key, isDefault, isProtected })
          .returning();
      }),
    );
    ctx.after(() => forgetFlags(project.id));
    return toEnvironment(rows[0] as (typeof rows)[number]);
  } catch (error) {
    if (isUniqueViolation(error)) throw environmentTaken(error, { key, name });
    throw error;
  }
});
