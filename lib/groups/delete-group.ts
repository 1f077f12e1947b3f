import { eq } from "drizzle-orm";
import { flagGroups } from "@/db/schema/flags";
import { requireProject } from "@/lib/auth/access";
import { forgetFlags } from "@/lib/environments/forget-flags";
import { implement } from "@/lib/operations/implement";
import { deleteGroup } from "./contract";
import { requireGroup } from "./require-group";

export const handleDeleteGroup = implement(deleteGroup, async (ctx, input) => {
  const project = await requireProject(ctx, { referenceId: input.projectId });
  const group = await requireGroup(ctx, project.id, input.groupId);
  // Flags, records and overrides go with it, in this one statement.
  await ctx.db.delete(flagGroups).where(eq(flagGroups.id, group.id));
  ctx.after(() => forgetFlags(project.id));
  return { success: true as const };
});
