import { and, eq } from "drizzle-orm";
import { flags } from "@/db/schema/flags";
import { requireProject } from "@/lib/auth/access";
import { forgetFlags } from "@/lib/environments/forget-flags";
import { implement } from "@/lib/operations/implement";
import { deleteFlag } from "./contract";
import { requireFlag } from "./require-flag";

export const handleDeleteFlag = implement(deleteFlag, async (ctx, input) => {
  const project = await requireProject(ctx, { referenceId: input.projectId });
  const { flag } = await requireFlag(ctx, project.id, input.flagId);
  await ctx.db.delete(flags).where(and(eq(flags.projectId, project.id), eq(flags.id, flag.id)));
  ctx.after(() => forgetFlags(project.id));
  return { success: true as const };
});
