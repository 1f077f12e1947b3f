"use client";

import { AlertDialog as Base } from "@base-ui/react/alert-dialog";
import { type FormEvent, useState } from "react";
import { Button } from "@/components/ui/button";
import { FormAlert } from "@/components/ui/callout";
import { cn } from "@/components/ui/cn";
import type { ConfirmDialogProps } from "@/components/ui/confirm-dialog";
import { DialogBackdrop, dialogLook, dialogPlace } from "@/components/ui/dialog";
import { DialogFooter } from "@/components/ui/dialog-end";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";

export function ConfirmWindow(props: ConfirmDialogProps) {
  const [ownOpen, setOwnOpen] = useState(false);
  const [pending, setPending] = useState(false);
  const open = props.open ?? ownOpen;
  const setOpen = (next: boolean) => {
    setOwnOpen(next);
    props.onOpenChange?.(next);
  };
  return (
    <Base.Root open={open} onOpenChange={(next) => (pending ? undefined : setOpen(next))}>
      {props.trigger ? <Base.Trigger render={props.trigger} /> : null}
      <Base.Portal>
        <DialogBackdrop />
        <Base.Viewport className={dialogPlace}>
          <Base.Popup
            {...(props.finalFocus && { finalFocus: props.finalFocus })}
            className={cn(dialogLook, "overflow-y-auto p-5 sm:max-w-md")}
          >
            <Base.Title className="line-clamp-4 break-words font-semibold text-ink text-lg">
              {props.title}
            </Base.Title>
            {props.description ? (
              <Base.Description className="mt-1.5 break-words text-ink-soft text-sm">
                {props.description}
              </Base.Description>
            ) : null}
            <ConfirmForm {...props} pending={pending} setPending={setPending} close={() => setOpen(false)} />
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}

type FormProps = ConfirmDialogProps & {
  pending: boolean;
  setPending: (on: boolean) => void;
  close: () => void;
};

/** Unmounts with the popup, so each opening starts with an empty field and no error. */
function ConfirmForm({
  confirmLabel,
  cancelLabel = "Cancel",
  onConfirm,
  tone = "danger",
  typed,
  children,
  pending,
  setPending,
  close,
}: FormProps) {
  const [text, setText] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const ready = typed === undefined || text === typed;

  async function submit(event: FormEvent) {
    event.preventDefault();
    event.stopPropagation();
    if (!ready || pending) return;
    setPending(true);
    setProblem(null);
    try {
      await onConfirm();
      close();
    } catch (error) {
      setProblem(error instanceof Error ? error.message : "That did not work. Try again.");
    } finally {
      setPending(false);
    }
  }

  return (
    <form onSubmit={submit} className="mt-4 flex flex-col gap-4">
      {children}
      {typed === undefined ? null : (
        <Field
          label={
            <>
              Type{" "}
              <code className="select-all break-all rounded-xs bg-hover px-1 py-0.5 text-xs">{typed}</code> to
              confirm
            </>
          }
        >
          <Input mono value={text} onChange={(event) => setText(event.target.value)} />
        </Field>
      )}
      <FormAlert>{problem}</FormAlert>
      <DialogFooter>
        <Base.Close disabled={pending} render={<Button variant="secondary" />}>
          {cancelLabel}
        </Base.Close>
        <Button type="submit" variant={tone} loading={pending} disabled={!ready}>
          {confirmLabel}
        </Button>
      </DialogFooter>
    </form>
  );
}
