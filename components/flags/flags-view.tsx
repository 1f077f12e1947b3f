"use client";

import { Download, Power, PowerOff, Trash2 } from "lucide-react";
import { type ReactNode, useMemo, useState } from "react";
import { FlagCell } from "@/components/flags/flag-cell";
import { FlagMenu } from "@/components/flags/flag-menu";
import { FlagPanel } from "@/components/flags/flag-panel";
import { type Environment, type FlagRow, flagsListOf, flagsOf } from "@/components/flags/flags-list";
import { useEnvironments } from "@/components/flags/use-environments";
import { UseFlagCard } from "@/components/flags/use-flag-card";
import { useFlagWrites } from "@/components/flags/use-flag-writes";
import { useOpenFlag } from "@/components/flags/use-open-flag";
import { useShownEnvironments } from "@/components/flags/use-shown-environments";
import type { BulkAction } from "@/components/ui/bulk-bar";
import { cn } from "@/components/ui/cn";
import type { Column } from "@/components/ui/data-table";
import { ListView } from "@/components/ui/list-view";
import { onOff } from "@/components/ui/on-off";
import { RelativeTime } from "@/components/ui/relative-time";
import { saveFile } from "@/components/ui/save-file";
import { RowButton, stickyColumn } from "@/components/ui/table";
import { useList } from "@/components/ui/use-list";

export type FlagsViewProps = { projectId: string; appUrl: string; keysHref: string; empty: ReactNode };

export function FlagsView({ projectId, appUrl, keysHref, empty }: FlagsViewProps) {
  const environments = useEnvironments(projectId);
  const list = useList(flagsListOf(environments.length), { projectId });
  const { shown, chooser } = useShownEnvironments(projectId);
  const [subject, setSubject] = useState("");
  const { open, show, close } = useOpenFlag();
  return (
    <div className="flex flex-col gap-8">
      <div className="flex flex-col gap-3">
        {list.rows.length > 0 ? chooser : null}
        <ListView
          list={list}
          label="Flags"
          placeholder="Filter by name or key"
          columns={useColumns(projectId, shown, show)}
          rowId={({ key }) => key}
          rowName={({ name }) => name}
          filters={filters}
          bulk={useBulkActions(projectId)}
          empty={empty}
        />
      </div>
      <UseFlagCard
        rows={list.rows}
        environments={environments}
        projectId={projectId}
        appUrl={appUrl}
        keysHref={keysHref}
        subject={subject}
      />
      <FlagPanel
        open={open}
        rows={list.rows}
        environments={environments}
        projectId={projectId}
        subject={subject}
        onSubject={setSubject}
        onClose={close}
      />
    </div>
  );
}

const filters = [
  {
    name: "enabled",
    label: "On and off",
    options: [
      { value: "true", label: "On somewhere" },
      { value: "false", label: "Off everywhere" },
    ],
  },
];

/** A row for each key, a column for each of these environments. */
function useColumns(
  projectId: string,
  environments: readonly Environment[],
  show: (key: string) => void,
): Column<FlagRow>[] {
  const { removeAll } = useFlagWrites(projectId);
  return [
    {
      id: "name",
      header: "Flag",
      sort: "name",
      headClassName: cn(stickyColumn, "bg-sunken"),
      className: cn(stickyColumn, "sm:bg-surface sm:max-w-72"),
      cell: ({ name, key }) => (
        <RowButton className="line-clamp-3" onClick={() => show(key)}>
          {name}
        </RowButton>
      ),
    },
    {
      id: "key",
      header: "Key",
      sort: "key",
      labelled: true,
      className: "sm:max-w-56",
      cell: ({ key }) => <code className="line-clamp-2 break-all text-xs">{key}</code>,
    },
    ...environments.map((environment) => ({
      id: environment.id,
      header: environment.name,
      labelled: true,
      headClassName: "max-w-32 truncate",
      cell: (row: FlagRow) => <FlagCell row={row} environment={environment} projectId={projectId} />,
    })),
    {
      id: "created",
      header: "Created",
      sort: "createdAt",
      className: "whitespace-nowrap text-xs max-sm:hidden",
      cell: ({ createdAt }) => <RelativeTime value={createdAt} />,
    },
    {
      id: "actions",
      header: "Actions",
      actions: true,
      cell: (row) => (
        <FlagMenu
          flag={row}
          onOpen={() => show(row.key)}
          consequence={`It goes from ${placesOf([row])}. Checks of it answer 404 from then on. It can be put back for 30 seconds.`}
          onDelete={async () => void (await removeAll(row))}
        />
      ),
    },
  ];
}

function useBulkActions(projectId: string): BulkAction<FlagRow>[] {
  const { turnAll, removeAll } = useFlagWrites(projectId);
  return useMemo(() => {
    const turn = (enabled: boolean): BulkAction<FlagRow> => ({
      label: `Switch ${onOff(enabled)}`,
      icon: enabled ? <Power aria-hidden /> : <PowerOff aria-hidden />,
      confirm: (rows) => ({
        title: `Switch ${flagsOf(rows.length)} ${onOff(enabled)}?`,
        description: `In ${placesOf(rows)}. It takes effect at once.`,
      }),
      done: (count) => `${flagsOf(count)} switched ${onOff(enabled)}`,
      each: (row) => turnAll(row, enabled),
    });
    return [
      turn(true),
      turn(false),
      {
        label: "Export",
        icon: <Download aria-hidden />,
        done: (count) => `${flagsOf(count)} exported`,
        all: async (rows) => {
          const flags = rows.flatMap((row) => row.flags);
          saveFile("flags.json", [`${JSON.stringify(flags, null, 2)}\n`], "application/json");
        },
      },
      {
        label: "Delete",
        icon: <Trash2 aria-hidden />,
        tone: "danger-outline",
        confirm: (rows) => ({
          title: `Delete ${flagsOf(rows.length)}?`,
          description: `From ${placesOf(rows)}. Checks of them answer 404 from then on. They can be put back for 30 seconds.`,
        }),
        each: removeAll,
      },
    ];
  }, [turnAll, removeAll]);
}

const words = new Intl.ListFormat("en");

const placesOf = (rows: readonly FlagRow[]) =>
  words.format([...new Set(rows.flatMap(({ flags }) => flags.map(({ environment }) => environment.name)))]);
