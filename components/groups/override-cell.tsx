"use client";

import { SlidersHorizontal } from "lucide-react";
import { type FormEvent, useState } from "react";
import { bucketText, explainRollout } from "@/components/flags/explain-rollout";
import type { Environment } from "@/components/flags/flags-list";
import { RolloutField } from "@/components/flags/rollout-field";
import { AnswerLine } from "@/components/flags/subject";
import type { FlagRecord, GroupFlag } from "@/components/groups/groups-list";
import {
  type OverrideSetting,
  type Position,
  positionOf,
  positions,
} from "@/components/groups/override-setting";
import type { Overrides } from "@/components/groups/use-overrides";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Dialog, DialogClose, DialogFooter } from "@/components/ui/dialog";
import { RadioSegments } from "@/components/ui/segments";
import { ruleFor } from "@/lib/evaluation/rollout";
import { setOverride } from "@/lib/records/contract";

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

/** What a record is given for a flag in one environment, and what comes of it. */
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

type OverrideRolloutProps = {
  flag: GroupFlag;
  environment: Environment;
  record: FlagRecord;
  setting: OverrideSetting;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Resolves to whether it was agreed to. */
  onSet: (setting: OverrideSetting) => Promise<boolean>;
};

function OverrideRollout({ open, onOpenChange, ...props }: OverrideRolloutProps) {
  const { flag, environment, record } = props;
  return (
    <Dialog
      title={`Rollout of “${flag.name}” in ${environment.name}`}
      description={`For ${record.name ?? record.id} alone. The default is ${flag.defaultPercentage} %.`}
      open={open}
      onOpenChange={onOpenChange}
    >
      <RolloutForm {...props} onDone={() => onOpenChange(false)} />
    </Dialog>
  );
}

type FormProps = Omit<OverrideRolloutProps, "open" | "onOpenChange"> & { onDone: () => void };

function RolloutForm({ flag, record, setting, onSet, onDone }: FormProps) {
  const start = ruleFor(flag, setting).rollout;
  const [rollout, setRollout] = useState(start);
  const [error, setError] = useState<string | undefined>();
  const known = Number.isNaN(rollout) ? 0 : rollout;
  const answer = explainRollout(ruleFor(flag, { ...setting, rollout: known }), record.id);

  async function set(next: number | null) {
    if (await onSet({ ...setting, rollout: next })) onDone();
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    event.stopPropagation();
    const checked = setOverride.body.safeParse({ rollout });
    setError(checked.error?.issues[0]?.message);
    if (checked.success) void set(rollout);
  }

  return (
    <form method="post" noValidate onSubmit={submit} className="flex flex-col gap-4">
      <RolloutField
        label="Rollout"
        value={rollout}
        onChange={(next) => {
          setRollout(next);
          setError(undefined);
        }}
        marker={{ at: answer.bucket, on: answer.on }}
        error={error}
      />
      <AnswerLine subject={record.id} answer={answer} />
      <DialogFooter>
        {setting.rollout === null ? null : (
          <Button variant="ghost" onClick={() => void set(null)}>
            Use the default
          </Button>
        )}
        <DialogClose />
        <Button type="submit" variant="primary">
          Set rollout
        </Button>
      </DialogFooter>
    </form>
  );
}
