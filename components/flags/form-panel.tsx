"use client";

import { type FormEvent, type ReactNode, useEffect, useState } from "react";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { saveByKey } from "@/components/ui/save-bar";
import { SidePanel } from "@/components/ui/side-panel";
import { useUnsavedWarning } from "@/components/ui/use-unsaved-warning";

/** What the form in a panel is told by its panel, and tells it. */
export type PanelControl = {
  onDirty: (dirty: boolean) => void;
  /** Asks first where there is something unsaved. */
  onCancel: () => void;
  onSaved: () => void;
};

export type FormPanelProps<T> = {
  /** Undefined closes the panel. */
  item: T | undefined;
  onClose: () => void;
  children: (item: T, control: PanelControl) => ReactNode;
};

/** A flag in a panel beside the list, with a form that is not lost by a click beside it. */
export function FormPanel<T extends { name: string; key: string }>(props: FormPanelProps<T>) {
  const { item, onClose, children } = props;
  const [shown, setShown] = useState(item);
  const [dirty, setDirty] = useState(false);
  // Keeps its content until it is out of sight.
  if (item && item !== shown) setShown(item);

  function close() {
    setDirty(false);
    onClose();
  }

  function cancel() {
    if (!dirty || window.confirm("Close without saving your changes?")) close();
  }

  return (
    <SidePanel
      open={item !== undefined}
      onOpenChange={(open) => (open ? undefined : cancel())}
      onClosed={() => setShown(undefined)}
      title={shown?.name ?? ""}
      description={
        <>
          <code className="min-w-0 break-all text-xs">{shown?.key}</code>
          <CopyButton text={shown?.key ?? ""} what="key" />
        </>
      }
    >
      {shown ? children(shown, { onDirty: setDirty, onCancel: cancel, onSaved: close }) : null}
    </SidePanel>
  );
}

export type PanelFormProps = {
  label: string;
  control: PanelControl;
  dirty: boolean;
  saving: boolean;
  onSubmit: () => void;
  children: ReactNode;
};

export function PanelForm({ label, control, dirty, saving, onSubmit, children }: PanelFormProps) {
  const { onDirty, onCancel } = control;
  useUnsavedWarning(dirty);
  useEffect(() => onDirty(dirty), [onDirty, dirty]);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (dirty) onSubmit();
  }

  return (
    <form
      method="post"
      noValidate
      aria-label={label}
      onSubmit={submit}
      onKeyDown={saveByKey}
      className="flex min-h-0 flex-1 flex-col"
    >
      <div className="flex min-h-0 flex-1 flex-col gap-5 overflow-y-auto overscroll-contain px-5 py-5">
        {children}
      </div>
      <footer className="flex items-center justify-end gap-2 border-line border-t px-5 py-3">
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" variant="primary" loading={saving} disabled={!dirty}>
          Save changes
        </Button>
      </footer>
    </form>
  );
}
