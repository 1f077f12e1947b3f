"use client";

import type { ReactNode } from "react";
import { historyAction } from "@/components/audit/history-action";
import { FlagBadges } from "@/components/flags/flag-badges";
import { FlagMenu } from "@/components/flags/flag-menu";
import { FlagTags, LastEvaluated } from "@/components/flags/last-evaluated";
import { PlannedMark } from "@/components/flags/later-planned-mark";
import { useProductionGuard } from "@/components/flags/production-guard";
import { exactDefault } from "@/components/flags/rollout-share";
import { useEnvironments } from "@/components/flags/use-environments";
import { groupFlagHistory } from "@/components/groups/group-history";
import type { Group, GroupFlag } from "@/components/groups/groups-list";
import { hasIdleRules, isTargeted, targetingText } from "@/components/targeting/is-targeted";
import { Badge } from "@/components/ui/badge";
import { deleteAction, exportAction, switchAction } from "@/components/ui/bulk-actions";
import { actionsColumn } from "@/components/ui/columns";
import type { Column } from "@/components/ui/data-table";
import { ListView, type ListViewProps } from "@/components/ui/list-view";
import { useWrite } from "@/components/ui/queries";
import { Switch } from "@/components/ui/switch";
import { RowButton } from "@/components/ui/table";
import { onOff, useSwitch } from "@/components/ui/use-switch";
import { deleteGroupFlag } from "@/lib/groups/contract";
import { updateGroupFlag } from "@/lib/groups/flag-changes/contract";

export type GroupFlagsViewProps = {
  group: Group;
  list: ListViewProps<GroupFlag>["list"];
  /** Opens a flag by its id. */
  onOpen: (id: string) => void;
  empty: ReactNode;
};

export function GroupFlagsView({ group, list, onOpen, empty }: GroupFlagsViewProps) {
  const write = useWrite();
  const place = { projectId: group.projectId, groupId: group.id };
  const remove = ({ id }: GroupFlag) => write(deleteGroupFlag, { ...place, groupFlagId: id });
  const turn = (defaultEnabled: boolean) =>
    switchAction<GroupFlag>(
      defaultEnabled,
      ({ id }) =>
        write(
          updateGroupFlag,
          { ...place, groupFlagId: id, defaultEnabled },
          { patch: { id, defaultEnabled } },
        ),
      (_, what) => ({
        title: `Switch ${what} ${onOff(defaultEnabled)}?`,
        description: `This applies immediately to all records of ${group.name} without overrides, in every environment.`,
      }),
    );
  const columns: Column<GroupFlag>[] = [
    {
      id: "name",
      header: "Flag",
      sort: "name",
      className: "sm:w-1/3",
      cell: (flag) => (
        <span className="flex min-w-0 flex-col items-start gap-1">
          <RowButton onClick={() => onOpen(flag.id)}>{flag.name}</RowButton>
          <FlagBadges flags={[flag]} />
          {isTargeted(flag) ? (
            <span className="flex flex-wrap gap-1">
              <Badge tone="violet">{targetingText(flag)}</Badge>
              {hasIdleRules(flag) ? <Badge tone="amber">Rules not evaluated</Badge> : null}
            </span>
          ) : null}
          <FlagTags tags={flag.tags} />
          <PlannedMark projectId={group.projectId} ids={[flag.id]} />
        </span>
      ),
    },
    {
      id: "key",
      header: "Key",
      sort: "key",
      labelled: true,
      cell: ({ key }) => <code className="break-all text-xs">{key}</code>,
    },
    {
      id: "enabled",
      header: "Enabled",
      labelled: true,
      cell: (flag) => <EnabledSwitch group={group} flag={flag} />,
    },
    {
      id: "rollout",
      header: "Rollout",
      labelled: true,
      className: "whitespace-nowrap",
      cell: (flag) => `${exactDefault(flag)}%`,
    },
    {
      id: "evaluated",
      header: "Last evaluated",
      className: "whitespace-nowrap text-xs max-lg:hidden",
      headClassName: "max-lg:hidden",
      cell: ({ lastEvaluatedAt }) => <LastEvaluated at={lastEvaluatedAt} />,
    },
    actionsColumn((flag) => (
      <FlagMenu
        flag={flag}
        onOpen={() => onOpen(flag.id)}
        history={historyAction(flag.name, groupFlagHistory(group, flag, write))}
        consequence={`No record of ${group.name} gets it from then on, and the overrides of it go with it. This cannot be undone.`}
        onDelete={() => remove(flag)}
        done={`Flag “${flag.name}” deleted`}
      />
    )),
  ];
  return (
    <ListView
      list={list}
      columns={columns}
      rowId={({ id }) => id}
      rowName={({ name }) => name}
      bulk={[
        turn(true),
        turn(false),
        exportAction((flag) => flag),
        deleteAction(
          remove,
          `No record of ${group.name} gets them from then on, and the overrides of them go with them. This cannot be undone.`,
          "deleted",
        ),
      ]}
      empty={empty}
    />
  );
}

/** What records without an override get, in all environments. */
function EnabledSwitch({ group, flag: { id, name, defaultEnabled } }: { group: Group; flag: GroupFlag }) {
  const confirm = useProductionGuard();
  const environments = useEnvironments(group.projectId);
  const turn = useSwitch(updateGroupFlag, {
    projectId: group.projectId,
    groupId: group.id,
    groupFlagId: id,
  });

  async function change(on: boolean) {
    if (!(await confirm(environments, `“${name}” will be turned ${onOff(on)}`))) return;
    await turn({ id, field: "defaultEnabled", what: `“${name}”` }, on);
  }

  return (
    <span className="relative z-1 inline-flex align-middle touch:min-h-10 touch:items-center">
      <Switch
        checked={defaultEnabled}
        onCheckedChange={(on) => void change(on)}
        aria-label={`${name} is enabled`}
      />
    </span>
  );
}
