"use client";

import { Plus } from "lucide-react";
import { type ReactNode, useState } from "react";
import { historyAction } from "@/components/audit/history-action";
import { FlagBadges } from "@/components/flags/flag-badges";
import { flagHistory } from "@/components/flags/flag-history";
import { FlagMenu } from "@/components/flags/flag-menu";
import type { FlagPanelProps } from "@/components/flags/flag-panel";
import {
  type Environment,
  type Flag,
  type FlagRow,
  flagIn,
  flagsListOf,
  oldestOf,
} from "@/components/flags/flags-list";
import { FlagTags, LastEvaluated, latestOf } from "@/components/flags/last-evaluated";
import { PlannedMark } from "@/components/flags/later-planned-mark";
import { useProductionGuard } from "@/components/flags/production-guard";
import { exactRollout } from "@/components/flags/rollout-share";
import { useEnvironments } from "@/components/flags/use-environments";
import type { UseFlagCardProps } from "@/components/flags/use-flag-card";
import { useFlagWrites } from "@/components/flags/use-flag-writes";
import { useOpenFlag } from "@/components/flags/use-open-flag";
import { useShownEnvironments } from "@/components/flags/use-shown-environments";
import { deleteAction, exportAction, switchAction } from "@/components/ui/bulk-actions";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { actionsColumn, createdColumn } from "@/components/ui/columns";
import type { Column } from "@/components/ui/data-table";
import { laterInView } from "@/components/ui/later";
import { laterPopup } from "@/components/ui/later-popup";
import { ListView } from "@/components/ui/list-view";
import { useWrite } from "@/components/ui/queries";
import { Switch } from "@/components/ui/switch";
import { RowButton, stickyColumn } from "@/components/ui/table";
import { useList } from "@/components/ui/use-list";
import { onOff, useSwitch } from "@/components/ui/use-switch";
import { updateFlag } from "@/lib/flags/contract";

const UseFlagCard = laterInView<UseFlagCardProps>(() =>
  import("@/components/flags/use-flag-card").then((file) => file.UseFlagCard),
);
const FlagPanel = laterPopup<FlagPanelProps>("dialog", () =>
  import("@/components/flags/flag-panel").then((file) => file.FlagPanel),
);

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
          columns={useColumns(projectId, shown, show)}
          rowId={({ key }) => key}
          rowName={({ name }) => name}
          bulk={useBulkActions(projectId)}
          empty={empty}
        />
      </div>
      {list.rows.length > 0 ? (
        <UseFlagCard
          {...{ projectId, environments, appUrl, keysHref }}
          rows={list.rows}
          subject={subject || "tenant-1"}
        />
      ) : null}
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

/** A row for each key, a column for each of these environments. */
function useColumns(
  projectId: string,
  environments: readonly Environment[],
  show: (key: string) => void,
): Column<FlagRow>[] {
  const { removeAll } = useFlagWrites(projectId);
  const write = useWrite();
  return [
    {
      id: "name",
      header: "Flag",
      sort: "name",
      headClassName: cn(stickyColumn, "bg-sunken"),
      className: cn(stickyColumn, "sm:bg-surface sm:max-w-72"),
      cell: ({ name, key, flags }) => (
        <span className="flex min-w-0 flex-col items-start gap-1">
          <RowButton className="line-clamp-3" onClick={() => show(key)}>
            {name}
          </RowButton>
          <FlagBadges flags={flags} />
          <FlagTags tags={oldestOf({ flags })?.tags ?? []} />
          <PlannedMark projectId={projectId} ids={flags.map(({ id }) => id)} />
        </span>
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
      id: "evaluated",
      header: "Last evaluated",
      className: "whitespace-nowrap text-xs max-lg:hidden",
      headClassName: "max-lg:hidden",
      cell: ({ flags }) => <LastEvaluated at={latestOf(flags)} />,
    },
    createdColumn({ labelled: false, className: "whitespace-nowrap text-xs max-sm:hidden" }),
    actionsColumn((row) => (
      <FlagMenu
        flag={row}
        onOpen={() => show(row.key)}
        history={historyAction(row.name, flagHistory(row, projectId, write))}
        consequence={`It goes from ${placesOf([row])}. Checks of it answer 404 from then on. It can be put back for 30 seconds.`}
        onDelete={() => removeAll(row)}
      />
    )),
  ];
}

function useBulkActions(projectId: string) {
  const { turnAll, removeAll } = useFlagWrites(projectId);
  const turn = (enabled: boolean) =>
    switchAction<FlagRow>(
      enabled,
      (row) => turnAll(row, enabled),
      (rows, what) => ({
        title: `Switch ${what} ${onOff(enabled)}?`,
        description: `In ${placesOf(rows)}. It takes effect at once.`,
      }),
    );
  return [
    turn(true),
    turn(false),
    exportAction<FlagRow>(({ flags }) => flags),
    deleteAction<FlagRow>(
      removeAll,
      (rows) =>
        `From ${placesOf(rows)}. Checks of them answer 404 from then on. They can be put back for 30 seconds.`,
    ),
  ];
}

const words = new Intl.ListFormat("en");

const placesOf = (rows: readonly FlagRow[]) =>
  words.format([...new Set(rows.flatMap(({ flags }) => flags.map(({ environment }) => environment.name)))]);

export type FlagCellProps = { row: FlagRow; environment: Environment; projectId: string };

/** A flag in one environment: its switch, or a button that adds it. */
export function FlagCell({ row, environment, projectId }: FlagCellProps) {
  const { add } = useFlagWrites(projectId);
  const flag = flagIn(row, environment);
  if (flag) return <FlagSwitch flag={flag} name={row.name} />;
  return (
    <Button
      variant="ghost"
      size="sm"
      className="-ml-2.5 relative z-1 font-normal text-ink-mute"
      aria-label={`Add ${row.name} to ${environment.name}`}
      onClick={() => void add(row, environment)}
    >
      <Plus aria-hidden />
      Add
    </Button>
  );
}

function FlagSwitch({ flag, name }: { flag: Flag; name: string }) {
  const { id, projectId, environment, enabled } = flag;
  const rollout = exactRollout(flag);
  const turn = useSwitch(updateFlag, { projectId, flagId: id });
  const confirm = useProductionGuard();

  async function change(on: boolean) {
    if (!(await confirm([environment], `“${name}” will be ${onOff(on)}`))) return;
    await turn({ id, field: "enabled", what: `“${name}”`, where: ` in ${environment.name}` }, on);
  }

  return (
    <span className="relative z-1 inline-flex items-center gap-2.5 whitespace-nowrap align-middle touch:min-h-10">
      <Switch
        checked={enabled}
        onCheckedChange={(on) => void change(on)}
        aria-label={`${name} in ${environment.name}`}
      />
      {rollout === 100 ? null : (
        <span className={cn("font-mono text-xs tabular-nums", enabled ? "text-ink" : "text-ink-mute")}>
          {rollout} %
        </span>
      )}
    </span>
  );
}
