import { eq } from "drizzle-orm";
import { environments } from "@/db/schema/flags";
import { apiKeys } from "@/db/schema/keys";
import { requireProject } from "@/lib/auth/access";
import { revokeKeys } from "@/lib/auth/revoke-keys";
import { AppError } from "@/lib/operations/errors";
import { implement } from "@/lib/operations/implement";
import { noteBefore } from "@/lib/operations/trail";
import { deleteEnvironment, Environment } from "./contract";
import { forgetFlags } from "./forget-flags";
import { requireConfirmed } from "./require-confirmed";
import { requireEnvironment } from "./require-environment";
import { toEnvironment } from "./to-environment";

export const handleDeleteEnvironment = implement(deleteEnvironment, async (ctx, input) => {
  const need = { role: "admin", lock: "update" } as const;
  const project = await requireProject(ctx, { referenceId: input.projectId }, need);
  const environment = await requireEnvironment(ctx, project.id, input.environmentId, "update");
  if (environment.isDefault) throw itIsTheDefault();
  requireConfirmed(ctx, [environment]);
  noteBefore(ctx, Environment.parse(toEnvironment(environment)));
  await ctx.db.delete(environments).where(eq(environments.id, environment.id));
  await revokeKeys(ctx, eq(apiKeys.environmentId, environment.id));
  ctx.after(() => forgetFlags(project.id));
  return { success: true as const };
});

const itIsTheDefault = () =>
  new AppError(
    "conflict",
    "The default environment cannot be deleted. Make another environment the default first.",
  );
