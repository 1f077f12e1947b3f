import KSUID from "ksuid";
import { environments } from "@/db/schema/flags";
import { isUniqueViolation } from "@/db/unique-violation";
import { requireAdmin, requireProject } from "@/lib/auth/access";
import { implement } from "@/lib/operations/implement";
import { keyOrDefault } from "@/lib/operations/key-or-default";
import { withinQuotas } from "@/lib/operations/quota";
import { createEnvironment } from "./contract";
import { clearDefault } from "./default-environment";
import { forgetFlags } from "./forget-flags";
import { requireConfirmed } from "./require-confirmed";
import { environmentTaken, selectEnvironment } from "./require-environment";
import { toEnvironment } from "./to-environment";

export const handleCreateEnvironment = implement(createEnvironment, async (ctx, input) => {
  // Changes of flags wait, so that they see either default.
  const project = await requireProject(ctx, { referenceId: input.projectId }, { lock: "update" });
  const { name, key: givenKey, isDefault, isProtected } = await input.fields();
  if (isDefault || isProtected) requireAdmin(project);
  // The default of before is no longer what is answered where none is named.
  if (isDefault) requireConfirmed(ctx, [await selectEnvironment(ctx.db, project.id, undefined)]);
  const key = keyOrDefault(givenKey, name);
  try {
    const addition = { name: "environments", ownerId: project.id } as const;
    const rows = await withinQuotas(ctx, [addition], async ({ db }) => {
      if (isDefault) await clearDefault(db, project.id);
      return db
        .insert(environments)
        .values({ id: KSUID.randomSync().string, projectId: project.id, name, key, isDefault, isProtected })
        .returning();
    });
    ctx.after(() => forgetFlags(project.id));
    return toEnvironment(rows[0] as (typeof rows)[number]);
  } catch (error) {
    if (isUniqueViolation(error)) throw environmentTaken(error, { key, name });
    throw error;
  }
});
