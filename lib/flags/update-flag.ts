import { and, eq } from "drizzle-orm";
import { flags } from "@/db/schema/flags";
import { requireProject } from "@/lib/auth/access";
import { forgetFlags } from "@/lib/environments/forget-flags";
import { notFound } from "@/lib/operations/errors";
import { implement } from "@/lib/operations/implement";
import { updateFlag } from "./contract";
import { requireFlag } from "./require-flag";
import { toFlag } from "./to-flag";

export const handleUpdateFlag = implement(updateFlag, async (ctx, input) => {
  const project = await requireProject(ctx, { referenceId: input.projectId });
  const found = await requireFlag(ctx, project.id, input.flagId);
  const changes = await input.fields();
  if (Object.keys(changes).length === 0) return toFlag(project.referenceId, found);
  const [flag] = await ctx.db
    .update(flags)
    .set({ ...changes, rolledAt: null })
    .where(and(eq(flags.projectId, project.id), eq(flags.id, found.flag.id)))
    .returning();
  if (!flag) throw notFound("Flag");
  ctx.after(() => forgetFlags(project.id));
  return toFlag(project.referenceId, { ...found, flag });
});
