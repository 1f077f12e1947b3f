"use client";

import { type FormEvent, type ReactNode, useState } from "react";
import { FormProvider, useForm, useFormContext, useWatch } from "react-hook-form";
import type { Environment } from "@/components/flags/flags-list";
import { resolved } from "@/components/flags/resolved";
import { RolloutField } from "@/components/flags/rollout-field";
import { exactDefault } from "@/components/flags/rollout-share";
import { AnswerLine } from "@/components/flags/subject";
import { ValueField } from "@/components/flags/value-field";
import { readValue, textOfValue } from "@/components/flags/value-text";
import type { FlagRecord, GroupFlag } from "@/components/groups/groups-list";
import { explainOverride, type OverrideSetting } from "@/components/groups/override-setting";
import type { OnRefused } from "@/components/groups/use-overrides";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { DialogClose, DialogFooter } from "@/components/ui/dialog-end";
import { placeProblem } from "@/components/ui/form-problem";
import { useLeaveGuard } from "@/components/ui/navigation";
import { ExactPercentage } from "@/lib/flag-values/contract";
import { ApiError } from "@/lib/operations/client";

export type OverrideDialogProps = {
  flag: GroupFlag;
  environment: Environment;
  record: FlagRecord;
  setting: OverrideSetting;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Resolves to whether the person confirmed the change of what there was, and it is stored. */
  onSet: (setting: OverrideSetting, before: OverrideSetting, onRefused: OnRefused) => Promise<boolean>;
};

/** What an override says besides on and off: a rollout and, if the flag is no boolean, a value. */
export function OverrideDialog({ open, onOpenChange, ...props }: OverrideDialogProps) {
  const { flag, environment, record } = props;
  return (
    <Dialog
      title={`Override of “${flag.name}” in ${environment.name}`}
      description={`For ${record.name ?? record.id} alone. What is not set here follows the flag.`}
      open={open}
      onOpenChange={onOpenChange}
    >
      <OverrideForm {...props} onDone={() => onOpenChange(false)} />
    </Dialog>
  );
}

/** Null is the flag's own. A value is held as text. */
type Fields = { rollout: number | null; value: string | null };
type FormProps = Omit<OverrideDialogProps, "open" | "onOpenChange"> & { onDone: () => void };

function OverrideForm({ flag, record, setting: given, onSet, onDone }: FormProps) {
  // Others may change it meanwhile; what is sent is what differs from what the form began with.
  const [setting] = useState(given);
  const form = useForm<Fields>({
    defaultValues: {
      rollout: setting.rollout,
      value: setting.value === null ? null : textOfValue(setting.value),
    },
    resolver: (values) => {
      const { rollout, value } = values;
      const read = value === null ? undefined : readValue(flag.type, value);
      return resolved(values, {
        rollout: rollout === null ? undefined : ExactPercentage.safeParse(rollout).error?.issues[0]?.message,
        value: read && "problem" in read ? read.problem : undefined,
      });
    },
  });

  /** What is wrong with the value alone is shown there. */
  function showIssue(error: unknown): boolean {
    const issues = error instanceof ApiError ? error.issues : [];
    if (issues.length === 0 || issues.some(({ path }) => path !== "value")) return false;
    return placeProblem(error, form.setError, (path) => path) === null;
  }

  const save = form.handleSubmit(async (fields) => {
    if (await onSet(withFields(flag, setting, fields), setting, showIssue)) onDone();
  });
  const { isDirty, isSubmitting } = form.formState;
  useLeaveGuard(isDirty);

  function submit(event: FormEvent) {
    event.preventDefault();
    event.stopPropagation();
    void save();
  }

  return (
    <FormProvider {...form}>
      <form method="post" noValidate onSubmit={submit} className="flex flex-col gap-4">
        <OwnRollout flag={flag} record={record} setting={setting} />
        {flag.type === "boolean" ? null : <OwnValue flag={flag} />}
        <DialogFooter>
          <DialogClose />
          <Button type="submit" variant="primary" loading={isSubmitting}>
            Save override
          </Button>
        </DialogFooter>
      </form>
    </FormProvider>
  );
}

/** The setting with what is typed; a value that cannot be read is as if there were none. */
function withFields(flag: GroupFlag, setting: OverrideSetting, { rollout, value }: Fields): OverrideSetting {
  const read = value === null ? undefined : readValue(flag.type, value);
  return { ...setting, rollout, value: read && "value" in read ? read.value : null };
}

type OwnRolloutProps = Pick<FormProps, "flag" | "record" | "setting">;

function OwnRollout({ flag, record, setting }: OwnRolloutProps) {
  const { control, setValue, formState } = useFormContext<Fields>();
  const [rollout, value] = useWatch({ control, name: ["rollout", "value"] });
  const answer = explainOverride(flag, withFields(flag, setting, { rollout, value }), record.id);
  const set = (next: number | null) =>
    setValue("rollout", next, { shouldValidate: formState.isSubmitted, shouldDirty: true });
  return (
    <div className="flex flex-col gap-2">
      <RolloutField
        label="Rollout"
        value={rollout ?? exactDefault(flag)}
        onChange={set}
        marker={{ at: answer.bucket, on: answer.on }}
        error={formState.errors.rollout?.message}
      />
      <Origin
        isOwn={rollout !== null}
        back={`Use the default, ${exactDefault(flag)} %`}
        otherwise="This is the flag’s default."
        onBack={() => set(null)}
      />
      <AnswerLine subject={record.id} answer={answer} />
    </div>
  );
}

function OwnValue({ flag }: { flag: GroupFlag }) {
  const { control, setValue } = useFormContext<Fields>();
  const value = useWatch({ control, name: "value" });
  if (value === null) {
    return (
      <Origin
        isOwn={false}
        back=""
        otherwise="While it is on, it has the flag’s value or one of its variants."
      >
        <Button size="sm" onClick={() => setValue("value", textOfValue(flag.onValue), { shouldDirty: true })}>
          Set an own value
        </Button>
      </Origin>
    );
  }
  return (
    <div className="flex flex-col gap-2">
      <ValueField name="value" label="Value while it is on" type={flag.type} />
      <Origin
        isOwn
        back="Use the flag’s value"
        otherwise=""
        onBack={() => setValue("value", null, { shouldDirty: true })}
      />
    </div>
  );
}

type OriginProps = {
  isOwn: boolean;
  /** Names the way back to the flag's. */
  back: string;
  otherwise: string;
  onBack?: () => void;
  children?: ReactNode;
};

/** Whether a part of the override is its own, and the way back to the flag's. */
function Origin({ isOwn, back, otherwise, onBack, children }: OriginProps) {
  return (
    <div className="flex min-h-7 flex-wrap items-center gap-x-3 gap-y-1 text-ink-mute text-xs">
      {isOwn ? (
        <Button size="sm" variant="ghost" className="-ml-2.5" onClick={onBack}>
          {back}
        </Button>
      ) : (
        <p>{otherwise}</p>
      )}
      {children}
    </div>
  );
}
