"use client";

import { Download, Power, PowerOff, Trash2 } from "lucide-react";
import { type ReactNode, useMemo } from "react";
import { rolloutText } from "@/components/flags/explain-rollout";
import { FlagMenu } from "@/components/flags/flag-menu";
import { flagsOf } from "@/components/flags/flags-list";
import { useProductionGuard } from "@/components/flags/production-guard";
import { useEnvironments } from "@/components/flags/use-environments";
import type { Group, GroupFlag } from "@/components/groups/groups-list";
import type { BulkAction } from "@/components/ui/bulk-bar";
import type { Column } from "@/components/ui/data-table";
import { ListView, type ListViewProps } from "@/components/ui/list-view";
import { onOff } from "@/components/ui/on-off";
import { useWrite } from "@/components/ui/queries";
import { saveFile } from "@/components/ui/save-file";
import { Switch } from "@/components/ui/switch";
import { RowButton } from "@/components/ui/table";
import { useToast } from "@/components/ui/toast";
import { useSwitch } from "@/components/ui/use-switch";
import { deleteGroupFlag, updateGroupFlag } from "@/lib/groups/contract";

export type GroupFlagsViewProps = {
  group: Group;
  list: ListViewProps<GroupFlag>["list"];
  /** Opens a flag by its id. */
  onOpen: (id: string) => void;
  empty: ReactNode;
};

export function GroupFlagsView({ group, list, onOpen, empty }: GroupFlagsViewProps) {
  const write = useWrite();
  const toast = useToast();
  const remove = ({ id }: GroupFlag) =>
    write(deleteGroupFlag, { projectId: group.projectId, groupId: group.id, groupFlagId: id });
  const columns: Column<GroupFlag>[] = [
    {
      id: "name",
      header: "Flag",
      sort: "name",
      className: "sm:w-1/3",
      cell: ({ id, name }) => <RowButton onClick={() => onOpen(id)}>{name}</RowButton>,
    },
    {
      id: "key",
      header: "Key",
      sort: "key",
      labelled: true,
      cell: ({ key }) => <code className="break-all text-xs">{key}</code>,
    },
    {
      id: "default",
      header: "Default",
      labelled: true,
      cell: (flag) => <DefaultSwitch group={group} flag={flag} />,
    },
    {
      id: "rollout",
      header: "Rollout",
      labelled: true,
      className: "whitespace-nowrap",
      cell: ({ defaultPercentage }) => rolloutText(defaultPercentage),
    },
    {
      id: "actions",
      header: "Actions",
      actions: true,
      cell: (flag) => (
        <FlagMenu
          flag={flag}
          onOpen={() => onOpen(flag.id)}
          consequence={`No record of ${group.name} gets it from then on, and the overrides of it go with it. This cannot be undone.`}
          onDelete={async () => {
            await remove(flag);
            toast.success(`Flag “${flag.name}” deleted`);
          }}
        />
      ),
    },
  ];
  return (
    <ListView
      list={list}
      label="Flags"
      placeholder="Filter by name or key"
      columns={columns}
      rowId={({ id }) => id}
      rowName={({ name }) => name}
      bulk={useBulkActions(group)}
      empty={empty}
    />
  );
}

/** What records without an override get, in all environments. */
function DefaultSwitch({ group, flag: { id, name, defaultEnabled } }: { group: Group; flag: GroupFlag }) {
  const confirm = useProductionGuard();
  const environments = useEnvironments(group.projectId);
  const turn = useSwitch(updateGroupFlag, {
    projectId: group.projectId,
    groupId: group.id,
    groupFlagId: id,
  });

  async function change(on: boolean) {
    if (!(await confirm(environments, `“${name}” will be ${onOff(on)} by default`))) return;
    await turn({ id, field: "defaultEnabled", what: `“${name}”`, where: " by default" }, on);
  }

  return (
    <span className="relative z-1 inline-flex align-middle touch:min-h-10 touch:items-center">
      <Switch
        checked={defaultEnabled}
        onCheckedChange={(on) => void change(on)}
        aria-label={`${name} is on by default`}
      />
    </span>
  );
}

function useBulkActions({ projectId, id: groupId, name }: Group): BulkAction<GroupFlag>[] {
  const write = useWrite();
  return useMemo(() => {
    const turn = (defaultEnabled: boolean): BulkAction<GroupFlag> => ({
      label: `Switch ${onOff(defaultEnabled)}`,
      icon: defaultEnabled ? <Power aria-hidden /> : <PowerOff aria-hidden />,
      confirm: (rows) => ({
        title: `Switch ${flagsOf(rows.length)} ${onOff(defaultEnabled)} by default?`,
        description: `For all records of ${name} without overrides, in every environment. It takes effect at once.`,
      }),
      done: (count) => `${flagsOf(count)} switched ${onOff(defaultEnabled)}`,
      each: ({ id }) =>
        write(
          updateGroupFlag,
          { projectId, groupId, groupFlagId: id, defaultEnabled },
          { patch: { id, defaultEnabled } },
        ),
    });
    return [
      turn(true),
      turn(false),
      {
        label: "Export",
        icon: <Download aria-hidden />,
        done: (count) => `${flagsOf(count)} exported`,
        all: async (rows) =>
          saveFile("flags.json", [`${JSON.stringify(rows, null, 2)}\n`], "application/json"),
      },
      {
        label: "Delete",
        icon: <Trash2 aria-hidden />,
        tone: "danger-outline",
        confirm: (rows) => ({
          title: `Delete ${flagsOf(rows.length)}?`,
          description: `No record of ${name} gets them from then on, and the overrides of them go with them. This cannot be undone.`,
        }),
        done: (count) => `${flagsOf(count)} deleted`,
        each: ({ id }) => write(deleteGroupFlag, { projectId, groupId, groupFlagId: id }),
      },
    ];
  }, [write, projectId, groupId, name]);
}
