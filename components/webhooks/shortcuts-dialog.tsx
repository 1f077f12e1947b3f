"use client";

import { Fragment } from "react";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Kbd } from "@/components/ui/kbd";
import { Switch } from "@/components/ui/switch";
import { type Shortcut, useShortcutChoice } from "@/components/webhooks/shortcuts";

export type ShortcutsDialogProps = {
  shortcuts: readonly Shortcut[];
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

const names: Record<string, string> = { Escape: "Esc", Delete: "Del" };

export function ShortcutsDialog({ shortcuts, open, onOpenChange }: ShortcutsDialogProps) {
  const { on, choose } = useShortcutChoice();
  return (
    <Dialog title="Keyboard shortcuts" open={open} onOpenChange={onOpenChange} size="sm">
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-4 gap-y-2 text-sm">
        <Line keys={["↑", "↓"]} words="Go up and down, when the list has the focus" />
        {shortcuts.map(({ key, words }) => (
          <Line key={key} keys={[names[key] ?? key]} words={words} />
        ))}
      </dl>
      <div className="mt-5 border-line border-t pt-4">
        <Field layout="row" label="Single keys are shortcuts" hint="Arrow keys work in any case.">
          <Switch checked={on} onCheckedChange={choose} />
        </Field>
      </div>
    </Dialog>
  );
}

function Line({ keys, words }: { keys: readonly string[]; words: string }) {
  return (
    <>
      <dt className="flex gap-1">
        {keys.map((key) => (
          <Fragment key={key}>
            <Kbd>{key}</Kbd>
          </Fragment>
        ))}
      </dt>
      <dd className="text-ink-soft">{words}</dd>
    </>
  );
}
