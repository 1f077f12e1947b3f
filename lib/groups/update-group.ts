import { flagGroups } from "@/db/schema/flags";
import { violatedConstraint } from "@/db/unique-violation";
import { requireProject } from "@/lib/auth/access";
import { forgetFlags } from "@/lib/environments/forget-flags";
import { requireAllConfirmed } from "@/lib/environments/require-confirmed";
import { changeRow } from "@/lib/operations/change-row";
import { implement } from "@/lib/operations/implement";
import { updateGroup } from "./contract";
import { groupKeyTaken, prefixTaken, requireGroup } from "./require-group";
import { toGroup } from "./to-group";

export const handleUpdateGroup = implement(updateGroup, (ctx, { projectId, groupId, fields }) =>
  changeRow(ctx, flagGroups, {
    fields,
    find: async (inner) => {
      const project = await requireProject(inner, { referenceId: projectId });
      return requireGroup(inner, project.id, groupId, "no key update");
    },
    change: async (group, changes, inner) => {
      const { key = group.key, prefix = group.prefix } = changes;
      // They decide whose flags somebody without a record gets.
      if (key !== group.key || prefix !== group.prefix) await requireAllConfirmed(inner, group.projectId);
      return changes;
    },
    taken: ({ key, prefix }, error) =>
      violatedConstraint(error) === "flag_groups_key" ? groupKeyTaken(key) : prefixTaken(prefix),
    show: (row) => toGroup(projectId, row),
    after: (row) => forgetFlags(row.projectId),
  }),
);
