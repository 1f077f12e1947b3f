"use client";

import type { Environment } from "@/components/flags/flag-rows";
import type { FlagRecord, GroupFlag, Override } from "@/components/groups/group-types";
import { OverrideCell } from "@/components/groups/override-cell";
import { useOverrides } from "@/components/groups/use-overrides";
import { cn } from "@/components/ui/cn";
import {
  stickyColumn,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeader,
  TableRow,
} from "@/components/ui/table";

export type OverridesGridProps = {
  projectId: string;
  record: FlagRecord;
  flags: readonly GroupFlag[];
  environments: readonly Environment[];
  overrides: readonly Override[];
};

/** A row for each flag of the record's group, a column for each environment. */
export function OverridesGrid({
  projectId,
  record,
  flags,
  environments,
  overrides: stored,
}: OverridesGridProps) {
  const overrides = useOverrides(projectId, record, stored);
  return (
    <Table label="Flags of the record">
      <TableHead>
        <TableHeader className={cn(stickyColumn, "bg-sunken")}>Flag</TableHeader>
        {environments.map(({ id, name }) => (
          <TableHeader key={id}>
            <span className="block max-w-56 truncate" title={name}>
              {name}
            </span>
          </TableHeader>
        ))}
      </TableHead>
      <TableBody>
        {flags.map((flag) => (
          <TableRow key={flag.id}>
            <TableCell className={cn(stickyColumn, "bg-surface align-top sm:max-w-72 sm:py-4")}>
              <div className="flex min-w-0 flex-col">
                <span className="break-words font-medium text-ink">{flag.name}</span>
                <code className="break-all text-ink-mute text-xs">{flag.key}</code>
                <span className="mt-1 text-ink-mute text-xs">
                  {flag.defaultEnabled ? "on" : "off"} by default, {flag.defaultPercentage} %
                </span>
              </div>
            </TableCell>
            {environments.map((environment) => (
              <TableCell
                key={environment.id}
                label={environment.name}
                className="align-top max-sm:mt-3 max-sm:flex-col max-sm:items-start max-sm:gap-1"
              >
                <OverrideCell flag={flag} environment={environment} record={record} overrides={overrides} />
              </TableCell>
            ))}
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}
