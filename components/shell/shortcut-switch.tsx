"use client";

import { Field } from "@/components/ui/field";
import { chooseShortcuts, useShortcutChoice } from "@/components/ui/shortcut-choice";
import { Switch } from "@/components/ui/switch";

/** Whether single keys do anything, for this browser. */
export function ShortcutSwitch() {
  return (
    <Field
      layout="row"
      label="Single keys are shortcuts"
      hint="Off, letters and signs do nothing outside of fields. Arrow keys and Ctrl K work in any case."
    >
      <Switch checked={useShortcutChoice()} onCheckedChange={chooseShortcuts} />
    </Field>
  );
}
