"use client";

import { type FormEvent, useState } from "react";
import { explainRollout } from "@/components/flags/explain-rollout";
import type { Environment } from "@/components/flags/flags-list";
import { RolloutField } from "@/components/flags/rollout-field";
import { AnswerLine } from "@/components/flags/subject";
import type { FlagRecord, GroupFlag } from "@/components/groups/groups-list";
import type { OverrideSetting } from "@/components/groups/override-setting";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { DialogClose, DialogFooter } from "@/components/ui/dialog-end";
import { ruleFor } from "@/lib/evaluation/rollout";
import { setOverride } from "@/lib/records/contract";

export type OverrideRolloutProps = {
  flag: GroupFlag;
  environment: Environment;
  record: FlagRecord;
  setting: OverrideSetting;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Resolves to whether the person confirmed the change. */
  onSet: (setting: OverrideSetting) => Promise<boolean>;
};

export function OverrideRollout({ open, onOpenChange, ...props }: OverrideRolloutProps) {
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
