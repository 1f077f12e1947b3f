"use client";

import type { ReactNode } from "react";
import type { FieldValues } from "react-hook-form";
import { Button } from "@/components/ui/button";
import { FormAlert } from "@/components/ui/callout";
import { DialogClose, DialogFooter } from "@/components/ui/dialog-end";
import { RowNotes } from "@/components/ui/form-row";
import { Kbd } from "@/components/ui/kbd";
import type { FormState } from "@/components/ui/use-form-frame";

type EndProps<V extends FieldValues> = { of: FormState<V>; label: string; children?: ReactNode };

/** Errors and changes by others, beside the button that was pressed. */
export function FormNews<V extends FieldValues>({ of }: Pick<EndProps<V>, "of">) {
  return (
    <>
      <RowNotes row={of.row} />
      <FormAlert>{of.problem}</FormAlert>
    </>
  );
}

export function FormButton<V extends FieldValues>({ of, label }: EndProps<V>) {
  return (
    <Button type="submit" variant="primary" loading={of.sending || of.accepted}>
      {label}
    </Button>
  );
}

/** The bar with a page form's button, which is always visible. */
export function PageEnd<V extends FieldValues>({ of, label, children }: EndProps<V>) {
  return (
    <div className="sticky bottom-0 z-10 -mx-1 flex flex-col gap-3 border-line border-t bg-canvas px-1 py-3">
      <FormNews of={of} />
      <div className="flex flex-wrap items-center justify-between gap-3">
        {children}
        <div className="ml-auto flex items-center gap-3">
          <span className="text-ink-mute text-sm max-sm:hidden">
            {of.unsaved ? "Unsaved changes · " : null}
            <Kbd>Ctrl</Kbd> <Kbd>Enter</Kbd>
          </span>
          <FormButton of={of} label={label} />
        </div>
      </div>
    </div>
  );
}

export function DialogEnd<V extends FieldValues>({ of, label, children }: EndProps<V>) {
  return (
    <>
      {children}
      <FormNews of={of} />
      <DialogFooter>
        <DialogClose />
        <FormButton of={of} label={label} />
      </DialogFooter>
    </>
  );
}

export function PanelEnd<V extends FieldValues>({ of, label, children }: EndProps<V>) {
  return (
    <footer className="flex flex-col gap-3 border-line border-t px-5 py-3">
      <FormNews of={of} />
      <div className="flex items-center justify-end gap-2">
        {children}
        <DialogClose />
        <Button type="submit" variant="primary" loading={of.sending} disabled={!of.unsaved}>
          {label}
        </Button>
      </div>
    </footer>
  );
}
