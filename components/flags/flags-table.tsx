"use client";

import { Plus } from "lucide-react";
import { DeleteFlag } from "@/components/flags/delete-flag";
import { FlagMenu } from "@/components/flags/flag-menu";
import type { Environment, Flag, FlagRow } from "@/components/flags/flag-rows";
import type { FlagSwitch } from "@/components/flags/use-flag-switch";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { Switch } from "@/components/ui/switch";
import {
  RowButton,
  stickyColumn,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeader,
  TableRow,
} from "@/components/ui/table";

export type FlagsTableProps = {
  rows: readonly FlagRow[];
  environments: readonly Environment[];
  projectId: string;
  flagSwitch: FlagSwitch;
  onOpen: (key: string) => void;
};

/** A row for each key, a column for each environment. */
export function FlagsTable({ rows, environments, projectId, flagSwitch, onOpen }: FlagsTableProps) {
  return (
    <Table label="Flags">
      <TableHead>
        <TableHeader className={cn(stickyColumn, "bg-sunken")}>Flag</TableHeader>
        {environments.map(({ id, name }) => (
          <TableHeader key={id}>
            <span className="block max-w-32 truncate" title={name}>
              {name}
            </span>
          </TableHeader>
        ))}
        <TableHeader>
          <span className="sr-only">Actions</span>
        </TableHeader>
      </TableHead>
      <TableBody>
        {rows.map((row) => (
          <TableRow key={row.key}>
            <TableCell className={cn(stickyColumn, "bg-surface sm:max-w-72")}>
              <div className="flex min-w-0 flex-col">
                <RowButton onClick={() => onOpen(row.key)}>{row.name}</RowButton>
                <code className="break-all text-ink-mute text-xs">{row.key}</code>
              </div>
            </TableCell>
            {environments.map((environment) => (
              <TableCell key={environment.id} label={environment.name}>
                <FlagCell row={row} environment={environment} flagSwitch={flagSwitch} />
              </TableCell>
            ))}
            <TableCell actions>
              <FlagMenu
                flag={row}
                onOpen={onOpen}
                deletion={(open, onOpenChange) => (
                  <DeleteFlag row={row} projectId={projectId} open={open} onOpenChange={onOpenChange} />
                )}
              />
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}

type FlagCellProps = { row: FlagRow; environment: Environment; flagSwitch: FlagSwitch };

function FlagCell({ row, environment, flagSwitch }: FlagCellProps) {
  const flag = row.flags.get(environment.id);
  if (!flag) {
    return (
      <Button
        variant="ghost"
        size="sm"
        className="-ml-2.5 relative z-1 font-normal text-ink-mute"
        aria-label={`Add ${row.name} to ${environment.name}`}
        onClick={() => void flagSwitch.add(row, environment)}
      >
        <Plus aria-hidden />
        Add
      </Button>
    );
  }
  return (
    <span className="relative z-1 inline-flex items-center gap-2.5 whitespace-nowrap align-middle touch:min-h-10">
      <Switch
        checked={flag.enabled}
        onCheckedChange={(next) => void flagSwitch.toggle(flag, next)}
        aria-label={`${row.name} in ${environment.name}`}
      />
      <Rollout flag={flag} />
    </span>
  );
}

function Rollout({ flag }: { flag: Flag }) {
  if (flag.rollout === 100) return null;
  return (
    <span className={cn("font-mono text-xs tabular-nums", flag.enabled ? "text-ink" : "text-ink-mute")}>
      {flag.rollout} %
    </span>
  );
}
