"use client";

import type { ReactNode } from "react";
import { FlagBadges } from "@/components/flags/flag-badges";
import type { Environment } from "@/components/flags/flags-list";
import { exactDefault } from "@/components/flags/rollout-share";
import { useEnvironments } from "@/components/flags/use-environments";
import { useShownEnvironments } from "@/components/flags/use-shown-environments";
import { type FlagRecord, type GroupFlag, recordFlagsList } from "@/components/groups/groups-list";
import { OverrideCell } from "@/components/groups/override-cell";
import { RecordForm } from "@/components/groups/record-form";
import { RecordMenu } from "@/components/groups/record-menu";
import { useOverrides } from "@/components/groups/use-overrides";
import type { UseRecordCardProps } from "@/components/groups/use-record-card";
import { hasIdleRules, isTargeted, targetingText } from "@/components/targeting/is-targeted";
import { cn } from "@/components/ui/cn";
import { CopiedText } from "@/components/ui/copy-button";
import type { Column } from "@/components/ui/data-table";
import { laterInView } from "@/components/ui/later";
import { ListView, type ListViewProps } from "@/components/ui/list-view";
import { PageHeader } from "@/components/ui/page-header";
import { useAnswer } from "@/components/ui/queries";
import { stickyColumn } from "@/components/ui/table";
import { RelativeTime } from "@/components/ui/times";
import { useList } from "@/components/ui/use-list";
import { getRecord } from "@/lib/records/contract";

const UseRecordCard = laterInView<UseRecordCardProps>(() =>
  import("@/components/groups/use-record-card").then((file) => file.UseRecordCard),
);
export type RecordRoomProps = {
  projectId: string;
  record: FlagRecord;
  /** Address of its group's page. */
  base: string;
  appUrl: string;
  keysHref: string;
  /** Shown if its group has no flags. */
  empty: ReactNode;
};

/** The page of a record, kept up to date when others change it. */
export function RecordRoom(props: RecordRoomProps) {
  const { projectId, record: given, base, appUrl, keysHref, empty } = props;
  const place = { projectId, groupId: given.group.id, recordId: given.id };
  const { data: record = given } = useAnswer(getRecord, place);
  const { id, name, group, createdAt } = record;
  const list = useList(recordFlagsList, { projectId, groupId: record.group.id });
  const environments = useEnvironments(projectId);
  const { shown, chooser } = useShownEnvironments(projectId);
  return (
    <>
      <PageHeader
        title={name ?? id}
        back={{ href: base, label: group.name }}
        actions={
          <RecordMenu record={record} projectId={projectId} groupId={group.id} base={base} place="page" />
        }
        meta={
          <>
            <CopiedText text={id} what="record ID" />
            <span>
              created <RelativeTime value={createdAt} />
            </span>
          </>
        }
      />
      <div className="flex flex-col gap-6">
        <section aria-label="Flags" className="flex flex-col gap-3">
          <h2 className="font-semibold text-ink text-lg">Flags</h2>
          {list.rows.length > 0 ? chooser : null}
          <OverridesGrid
            projectId={projectId}
            record={record}
            list={list}
            environments={shown}
            empty={empty}
          />
        </section>
        <RecordForm projectId={projectId} record={record} />
        <UseRecordCard {...{ record, environments, appUrl, keysHref }} flags={list.rows} />
      </div>
    </>
  );
}

type OverridesGridProps = {
  projectId: string;
  record: FlagRecord;
  list: ListViewProps<GroupFlag>["list"];
  environments: readonly Environment[];
  empty: ReactNode;
};

/** A row for each flag of the record's group, a column for each of these environments. */
function OverridesGrid({ projectId, record, list, environments, empty }: OverridesGridProps) {
  const overrides = useOverrides(projectId, record, list.rows);
  const columns: Column<GroupFlag>[] = [
    {
      id: "name",
      header: "Flag",
      sort: "name",
      headClassName: cn(stickyColumn, "bg-sunken"),
      className: cn(stickyColumn, "bg-surface align-top sm:max-w-72 sm:py-4"),
      cell: (flag) => (
        <div className="flex min-w-0 flex-col gap-1">
          <span className="break-words font-medium text-ink">{flag.name}</span>
          <code className="break-all text-ink-mute text-xs">{flag.key}</code>
          <span className="text-ink-mute text-xs">
            {flag.defaultEnabled ? "on" : "off"} by default, {exactDefault(flag)} %
            {isTargeted(flag) ? `, ${targetingText(flag)}` : ""}
            {hasIdleRules(flag) ? ", rules not evaluated" : ""}
          </span>
          <FlagBadges flags={[flag]} />
        </div>
      ),
    },
    ...environments.map((environment) => ({
      id: environment.id,
      header: environment.name,
      labelled: true,
      headClassName: "max-w-56 truncate",
      className: "align-top max-sm:mt-3 max-sm:flex-col max-sm:items-start max-sm:gap-1",
      cell: (flag: GroupFlag) =>
        overrides.known ? (
          <OverrideCell
            projectId={projectId}
            flag={flag}
            environment={environment}
            record={record}
            overrides={overrides}
          />
        ) : null,
    })),
  ];
  return (
    <ListView
      list={list}
      columns={columns}
      rowId={({ id }) => id}
      rowName={({ name }) => name}
      empty={empty}
    />
  );
}
