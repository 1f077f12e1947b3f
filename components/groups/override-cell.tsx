"use client";

import { SlidersHorizontal } from "lucide-react";
import { useState } from "react";
import { bucketText } from "@/components/flags/explain-rollout";
import type { Environment } from "@/components/flags/flags-list";
import { shortValue } from "@/components/flags/value-text";
import type { FlagRecord, GroupFlag } from "@/components/groups/groups-list";
import type { OverrideDialogProps } from "@/components/groups/override-dialog";
import {
  explainOverride,
  movedTo,
  type Position,
  positionOf,
  rolloutFor,
} from "@/components/groups/override-setting";
import type { Overrides } from "@/components/groups/use-overrides";
import { isTargeted } from "@/components/targeting/is-targeted";
import type { TargetedAnswerProps } from "@/components/targeting/targeted-answer";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { laterComponent } from "@/components/ui/later";
import { laterPopup } from "@/components/ui/later-popup";
import { RadioSegments } from "@/components/ui/segments";

const OverrideDialog = laterPopup<OverrideDialogProps>("dialog", () =>
  import("@/components/groups/override-dialog").then((file) => file.OverrideDialog),
);

const TargetedAnswer = laterComponent<TargetedAnswerProps>(() =>
  import("@/components/targeting/targeted-answer").then((file) => file.TargetedAnswer),
);

export type OverrideCellProps = {
  projectId: string;
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
export function OverrideCell({ projectId, flag, environment, record, overrides }: OverrideCellProps) {
  const [adjusting, setAdjusting] = useState(false);
  const setting = overrides.settingOf(flag, environment);
  const rollout = rolloutFor(flag, setting);
  const { on, bucket, reason, given } = explainOverride(flag, setting, record.id);
  const targeted = isTargeted(flag);
  const place = `${flag.name} in ${environment.name}`;
  return (
    <div className="relative z-1 flex w-56 max-w-full flex-col gap-1.5 py-1">
      <RadioSegments
        label={place}
        options={options}
        value={positionOf(setting)}
        onValueChange={(position) => void overrides.set(flag, environment, movedTo(position, setting))}
      />
      <div className="flex min-h-7 items-center justify-between gap-2">
        <span className="flex min-w-0 items-center gap-1.5 text-ink-mute text-xs">
          {targeted ? null : (
            <Badge tone={on ? "green" : "neutral"} dot>
              <span className="sr-only">{place} gives </span>
              {on ? "On" : "Off"}
            </Badge>
          )}
          {setting.rollout === null ? "default" : "own"} rollout
        </span>
        <Button
          variant="ghost"
          size="sm"
          className="-mr-1.5 px-1.5 font-mono font-normal tabular-nums"
          aria-label={`Override of ${place}: ${rollout} %`}
          onClick={() => setAdjusting(true)}
        >
          {rollout} %
          <SlidersHorizontal aria-hidden />
        </Button>
      </div>
      {targeted ? (
        <TargetedAnswer {...{ projectId, flag, environment, place }} subject={record.id} />
      ) : (
        <p className="text-ink-mute text-xs">
          Bucket <span className="tabular-nums">{bucketText(bucket)}</span>, {reason}
        </p>
      )}
      {given && !targeted ? (
        <p className="min-w-0 text-ink-mute text-xs">
          Gets <code className="break-all text-ink">{shortValue(given.value)}</code>, {given.from}
        </p>
      ) : null}
      <OverrideDialog
        flag={flag}
        environment={environment}
        record={record}
        setting={setting}
        open={adjusting}
        onOpenChange={setAdjusting}
        onSet={(...change) => overrides.set(flag, environment, ...change)}
      />
    </div>
  );
}
