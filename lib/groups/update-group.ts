import { eq } from "drizzle-orm";
import { flagGroups } from "@/db/schema/flags";
import { isUniqueViolation, violatedConstraint } from "@/db/unique-violation";
import { requireProject } from "@/lib/auth/access";
import { forgetFlags } from "@/lib/environments/forget-flags";
import { notFound } from "@/lib/operations/errors";
import { implement } from "@/lib/operations/implement";
import { updateGroup } from "./contract";
import { groupKeyTaken, prefixTaken, requireGroup } from "./require-group";
import { toGroup } from "./to-group";

export const handleUpdateGroup = implement(updateGroup, async (ctx, input) => {
  const project = await requireProject(ctx, { referenceId: input.projectId });
  const group = await requireGroup(ctx, project.id, input.groupId);
  const changes = await input.fields();
  if (Object.keys(changes).length === 0) return toGroup(project.referenceId, group);
  try {
    const [updated] = await ctx.db
      .update(flagGroups)
      .set(changes)
      .where(eq(flagGroups.id, group.id))
      .returning();
    if (!updated) throw notFound("Group");
    ctx.after(() => forgetFlags(project.id));
    return toGroup(project.referenceId, updated);
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw violatedConstraint(error) === "flag_groups_key"
      ? groupKeyTaken(changes.key ?? group.key)
      : prefixTaken(changes.prefix ?? group.prefix);
  }
});
