import { eq } from "drizzle-orm";
import { groupFlags } from "@/db/schema/flags";
import { isUniqueViolation } from "@/db/unique-violation";
import { requireProject } from "@/lib/auth/access";
import { forgetFlags } from "@/lib/environments/forget-flags";
import { notFound } from "@/lib/operations/errors";
import { implement } from "@/lib/operations/implement";
import { updateGroupFlag } from "./contract";
import { groupFlagTaken, requireGroup, requireGroupFlag } from "./require-group";
import { toGroupFlag } from "./to-group";

export const handleUpdateGroupFlag = implement(updateGroupFlag, async (ctx, input) => {
  const project = await requireProject(ctx, { referenceId: input.projectId });
  const group = await requireGroup(ctx, project.id, input.groupId);
  const flag = await requireGroupFlag(ctx, group.id, input.groupFlagId);
  const changes = await input.fields();
  if (Object.keys(changes).length === 0) return toGroupFlag(flag);
  try {
    const [updated] = await ctx.db
      .update(groupFlags)
      .set(changes)
      .where(eq(groupFlags.id, flag.id))
      .returning();
    if (!updated) throw notFound("Flag");
    ctx.after(() => forgetFlags(project.id));
    return toGroupFlag(updated);
  } catch (error) {
    if (isUniqueViolation(error)) throw groupFlagTaken(changes.key ?? flag.key);
    throw error;
  }
});
