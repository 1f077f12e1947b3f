import { eq } from "drizzle-orm";
import { flagGroups } from "@/db/schema/flags";
import { isUniqueViolation, violatedConstraint } from "@/db/unique-violation";
import { requireProject } from "@/lib/auth/access";
import { forgetFlags } from "@/lib/environments/forget-flags";
import { requireAllConfirmed } from "@/lib/environments/require-confirmed";
import { changeRow } from "@/lib/operations/if-match";
import { implement } from "@/lib/operations/implement";
import { updateGroup } from "./contract";
import { groupKeyTaken, prefixTaken, requireGroup } from "./require-group";
import { toGroup } from "./to-group";

export const handleUpdateGroup = implement(updateGroup, async (ctx, input) => {
  const project = await requireProject(ctx, { referenceId: input.projectId });
  const find = () => requireGroup(ctx, project.id, input.groupId);
  const found = await find();
  const changes = await input.fields();
  const { key = found.key, prefix = found.prefix } = changes;
  // They decide whose flags somebody without a record gets.
  if (key !== found.key || prefix !== found.prefix) await requireAllConfirmed(ctx, project.id);
  try {
    return await changeRow(ctx, flagGroups, {
      ...{ found, find, changes },
      where: eq(flagGroups.id, found.id),
      show: (row) => toGroup(project.referenceId, row),
      after: () => forgetFlags(project.id),
    });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw violatedConstraint(error) === "flag_groups_key"
      ? groupKeyTaken(changes.key ?? found.key)
      : prefixTaken(changes.prefix ?? found.prefix);
  }
});
