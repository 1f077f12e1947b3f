"use client";

import { Plus } from "lucide-react";
import { type Environment, type Flag, type FlagRow, flagIn } from "@/components/flags/flags-list";
import { useProductionGuard } from "@/components/flags/production-guard";
import { useFlagWrites } from "@/components/flags/use-flag-writes";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { Switch } from "@/components/ui/switch";
import { onOff, useSwitch } from "@/components/ui/use-switch";
import { updateFlag } from "@/lib/flags/contract";

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
  const { id, projectId, environment, enabled, rollout } = flag;
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
