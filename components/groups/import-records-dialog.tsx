"use client";

import type { Group } from "@/components/groups/groups-list";
import { ImportRecordsOutcome } from "@/components/groups/import-records-outcome";
import { ImportRecordsSource } from "@/components/groups/import-records-source";
import { isDone, useRecordImport, workIn } from "@/components/groups/use-record-import";
import { Dialog } from "@/components/ui/dialog";
import type { ImportControl } from "@/components/ui/import-room";
import { useLeaveGuard } from "@/components/ui/navigation";

export type ImportRecordsProps = ImportControl & {
  group: Group;
  /** Address of the group's page. */
  base: string;
};

/** Makes and changes records of a text: first what would be done, then the doing. */
export function ImportRecordsDialog({ group, base, ...control }: ImportRecordsProps) {
  return (
    <Dialog
      {...control}
      size="lg"
      title="Import records"
      description={`Into ${group.name}, from CSV or JSON. You see what would be done before anything is.`}
    >
      <Import group={group} base={base} />
    </Dialog>
  );
}

/** Unmounts with the dialog, so each opening begins anew. */
function Import({ group, base }: Pick<ImportRecordsProps, "group" | "base">) {
  const of = useRecordImport({ projectId: group.projectId, groupId: group.id }, group.prefix);
  const { plan, text } = of;
  const isOver = plan !== undefined && isDone(plan);
  useLeaveGuard(!isOver && (text.trim() !== "" || (plan !== undefined && workIn(plan.entries) > 0)));
  return plan ? (
    <ImportRecordsOutcome of={of} plan={plan} base={base} />
  ) : (
    <ImportRecordsSource of={of} prefix={group.prefix} />
  );
}
