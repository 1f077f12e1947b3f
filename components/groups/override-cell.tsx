"use client";

import { SlidersHorizontal } from "lucide-react";
import { useState } from "react";
import { bucketText, explainRollout } from "@/components/flags/explain-rollout";
import type { Environment } from "@/components/flags/flags-list";
import type { FlagRecord, GroupFlag } from "@/components/groups/groups-list";
import type { OverrideRolloutProps } from "@/components/groups/override-rollout";
import { type Position, positionOf, positions } from "@/components/groups/override-setting";
import type { Overrides } from "@/components/groups/use-overrides";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { laterPopup } from "@/components/ui/later-popup";
import { RadioSegments } from "@/components/ui/segments";
import { ruleFor } from "@/lib/evaluation/rollout";

const OverrideRollout = laterPopup<OverrideRolloutProps>("dialog", () =>
  import("@/components/groups/override-rollout").then((file) => file.OverrideRollout),
);

export type OverrideCellProps = {
  flag: GroupFlag;
  environment: Environment;
  record: FlagRecord;
  overrides: Overrides;
};

const options: { value: Position; label: string }[] = [
  { value: "inherit", label: "Inherit" },
  { value: "on", label: "On" },
  { value: "off", label: "Off" },
];

/** A record's override for a flag in one environment, and the resulting value. */
export function OverrideCell({ flag, environment, record, overrides }: OverrideCellProps) {
  const [adjusting, setAdjusting] = useState(false);
  const setting = overrides.settingOf(flag, environment);
  const rule = ruleFor(flag, setting);
  const { on, bucket, reason } = explainRollout(rule, record.id);
  const place = `${flag.name} in ${environment.name}`;
  return (
    <div className="relative z-1 flex w-56 max-w-full flex-col gap-1.5 py-1">
      <RadioSegments
        label={place}
        options={options}
        value={positionOf(setting)}
        onValueChange={(position) => void overrides.set(flag, environment, positions[position])}
      />
      <div className="flex min-h-7 items-center justify-between gap-2">
        <span className="flex min-w-0 items-center gap-1.5 text-ink-mute text-xs">
          <Badge tone={on ? "green" : "neutral"} dot>
            <span className="sr-only">{place} gives </span>
            {on ? "On" : "Off"}
          </Badge>
          {setting.rollout === null ? "default" : "own"} rollout
        </span>
        <Button
          variant="ghost"
          size="sm"
          className="-mr-1.5 px-1.5 font-mono font-normal tabular-nums"
          aria-label={`Rollout of ${place}: ${rule.rollout} %`}
          onClick={() => setAdjusting(true)}
        >
          {rule.rollout} %
          <SlidersHorizontal aria-hidden />
        </Button>
      </div>
      <p className="text-ink-mute text-xs">
        Bucket <span className="tabular-nums">{bucketText(bucket)}</span>, {reason}
      </p>
      <OverrideRollout
        flag={flag}
        environment={environment}
        record={record}
        setting={setting}
        open={adjusting}
        onOpenChange={setAdjusting}
        onSet={(next) => overrides.set(flag, environment, next)}
      />
    </div>
  );
}
