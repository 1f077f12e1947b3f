"use client";

import type { ReactNode } from "react";
import { useEnvironments } from "@/components/flags/use-environments";
import { type FlagRecord, recordFlagsList } from "@/components/groups/groups-list";
import { OverridesGrid } from "@/components/groups/overrides-grid";
import { RecordForm } from "@/components/groups/record-form";
import { UseRecordCard } from "@/components/groups/use-record-card";
import { useList } from "@/components/ui/use-list";

export type RecordRoomProps = {
  projectId: string;
  record: FlagRecord;
  appUrl: string;
  keysHref: string;
  /** Where its group has no flags. */
  empty: ReactNode;
};

export function RecordRoom({ projectId, record, appUrl, keysHref, empty }: RecordRoomProps) {
  const list = useList(recordFlagsList, { projectId, groupId: record.group.id });
  const environments = useEnvironments(projectId);
  return (
    <div className="flex flex-col gap-6">
      <section aria-label="Flags" className="flex flex-col gap-3">
        <h2 className="font-semibold text-ink text-lg">Flags</h2>
        <OverridesGrid
          projectId={projectId}
          record={record}
          list={list}
          environments={environments}
          empty={empty}
        />
      </section>
      <RecordForm projectId={projectId} record={record} />
      <UseRecordCard
        record={record}
        flags={list.rows}
        environments={environments}
        appUrl={appUrl}
        keysHref={keysHref}
      />
    </div>
  );
}
