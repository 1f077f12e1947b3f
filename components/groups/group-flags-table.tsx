"use client";

import { rolloutText } from "@/components/flags/explain-rollout";
import { FlagMenu } from "@/components/flags/flag-menu";
import { DeleteGroupFlag } from "@/components/groups/delete-group-flag";
import type { Group, GroupFlag } from "@/components/groups/group-types";
import type { useDefaultSwitch } from "@/components/groups/use-default-switch";
import { Switch } from "@/components/ui/switch";
import {
  RowButton,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeader,
  TableRow,
} from "@/components/ui/table";

export type GroupFlagsTableProps = {
  group: Group;
  flags: readonly GroupFlag[];
  defaultSwitch: ReturnType<typeof useDefaultSwitch>;
  /** Opens a flag by its key. */
  onOpen: (key: string) => void;
};

export function GroupFlagsTable({ group, flags, defaultSwitch, onOpen }: GroupFlagsTableProps) {
  return (
    <Table label="Flags of the group">
      <TableHead>
        <TableHeader>Flag</TableHeader>
        <TableHeader>Default</TableHeader>
        <TableHeader>Rollout</TableHeader>
        <TableHeader>
          <span className="sr-only">Actions</span>
        </TableHeader>
      </TableHead>
      <TableBody>
        {flags.map((flag) => (
          <TableRow key={flag.id}>
            <TableCell className="sm:w-1/2">
              <div className="flex min-w-0 flex-col">
                <RowButton onClick={() => onOpen(flag.key)}>{flag.name}</RowButton>
                <code className="break-all text-ink-mute text-xs">{flag.key}</code>
              </div>
            </TableCell>
            <TableCell label="Default">
              <span className="relative z-1 inline-flex align-middle touch:min-h-10 touch:items-center">
                <Switch
                  checked={flag.defaultEnabled}
                  onCheckedChange={(on) => void defaultSwitch.toggle(flag, on)}
                  aria-label={`${flag.name} is on by default`}
                />
              </span>
            </TableCell>
            <TableCell label="Rollout" className="whitespace-nowrap">
              {rolloutText(flag.defaultPercentage)}
            </TableCell>
            <TableCell actions>
              <FlagMenu
                flag={flag}
                onOpen={onOpen}
                deletion={(open, onOpenChange) => (
                  <DeleteGroupFlag group={group} flag={flag} open={open} onOpenChange={onOpenChange} />
                )}
              />
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}
