import { eq } from "drizzle-orm";
import { groupFlags } from "@/db/schema/flags";
import { isUniqueViolation } from "@/db/unique-violation";
import { requireProject } from "@/lib/auth/access";
import { forgetFlags } from "@/lib/environments/forget-flags";
import { changeRow } from "@/lib/operations/if-match";
import { implement } from "@/lib/operations/implement";
import { updateGroupFlag } from "./contract";
import { groupFlagTaken, requireGroup, requireGroupFlag } from "./require-group";
import { toGroupFlag } from "./to-group";

export const handleUpdateGroupFlag = implement(updateGroupFlag, async (ctx, input) => {
  const project = await requireProject(ctx, { referenceId: input.projectId });
  const group = await requireGroup(ctx, project.id, input.groupId);
  const find = () => requireGroupFlag(ctx, group.id, input.groupFlagId);
  const found = await find();
  const changes = await input.fields();
  try {
    return await changeRow(ctx, groupFlags, {
      ...{ found, find, changes, show: toGroupFlag },
      where: eq(groupFlags.id, found.id),
      after: () => forgetFlags(project.id),
    });
  } catch (error) {
    if (isUniqueViolation(error)) throw groupFlagTaken(changes.key ?? found.key);
    throw error;
  }
});
