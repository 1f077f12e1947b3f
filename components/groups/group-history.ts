import type { HistoryOf } from "@/components/audit/history-panel";
import { valueFields } from "@/components/flags/flag-history";
import type { Group, GroupFlag } from "@/components/groups/groups-list";
import type { useWrite } from "@/components/ui/queries";
import { updateGroup } from "@/lib/groups/contract";
import { updateGroupFlag } from "@/lib/groups/flag-changes/contract";

type Write = ReturnType<typeof useWrite>;

/** Who changed a group. */
export function groupHistory({ id: groupId, projectId, updatedAt }: Group, write: Write): HistoryOf {
  return {
    ...{ projectId, subjectKind: "group", subjectIds: [groupId] },
    putBack: {
      fields: ["name", "key", "prefix", "description", "color"],
      write: (_, fields) => write(updateGroup, { projectId, groupId, ...fields }, { ifMatch: updatedAt }),
    },
  };
}

/** Who changed a flag of a group. */
export function groupFlagHistory(
  { projectId, id: groupId }: Group,
  flag: GroupFlag,
  write: Write,
): HistoryOf {
  const place = { projectId, groupId, groupFlagId: flag.id };
  return {
    ...{ projectId, subjectKind: "groupFlag", subjectIds: [flag.id] },
    putBack: {
      fields: [
        "name",
        "key",
        "defaultEnabled",
        "defaultPercentage",
        ...valueFields,
        "rules",
        "prerequisites",
      ],
      write: (_, fields) => write(updateGroupFlag, { ...place, ...fields }, { ifMatch: flag.updatedAt }),
    },
  };
}
