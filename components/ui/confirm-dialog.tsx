"use client";

import { AlertDialog as Base } from "@base-ui/react/alert-dialog";
import { type FormEvent, type ReactElement, type ReactNode, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { FormAlert } from "@/components/ui/callout";
import { cn } from "@/components/ui/cn";
import { DialogBackdrop, DialogFooter, dialogLook, dialogPlace } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { useNavigate } from "@/components/ui/navigation";
import { useToast } from "@/components/ui/toast";

export type ConfirmDialogProps = {
  title: ReactNode;
  description?: ReactNode;
  confirmLabel: string;
  cancelLabel?: string;
  /** While it resolves the dialog waits; if it rejects, the dialog stays and shows the error's message. */
  onConfirm: () => void | Promise<void>;
  trigger?: ReactElement;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  tone?: "danger" | "primary";
  /** Text that must be typed before the action is possible. */
  typed?: string;
  /** Where the focus goes at the end; true is back to what opened the dialog. */
  finalFocus?: () => HTMLElement | boolean | null;
  children?: ReactNode;
};

export function ConfirmDialog(props: ConfirmDialogProps) {
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

export type ConfirmDeleteProps = {
  /** What kind of thing: "project". */
  what: string;
  name: string;
  /** What goes with it. */
  consequence?: ReactNode;
  onDelete: () => Promise<unknown>;
  /** Said once it is gone, where nothing else says so. */
  done?: string;
  /** The page to open then, where its own is gone with it. */
  next?: string | undefined;
  /** What must be typed first; its name, unless said otherwise. */
  typed?: string | false;
  trigger?: ReactElement;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
};

export function ConfirmDelete({
  what,
  name,
  consequence,
  onDelete,
  done,
  next,
  typed = name,
  ...control
}: ConfirmDeleteProps) {
  const toast = useToast();
  const navigate = useNavigate();
  const deleted = useRef(false);
  return (
    <ConfirmDialog
      {...control}
      title={`Delete ${what} “${name}”?`}
      description={consequence ?? "This cannot be undone."}
      confirmLabel={`Delete ${what}`}
      onConfirm={async () => {
        await onDelete();
        deleted.current = true;
        if (done) toast.success(done);
        if (next) navigate(next, { replace: true, unasked: true });
      }}
      finalFocus={() => !deleted.current || focusPage()}
      {...(typed === false ? {} : { typed })}
    />
  );
}

/** What opened the dialog is about to go, and the focus would fall to the start of the page with it. */
function focusPage(): false {
  requestAnimationFrame(() => document.querySelector("main")?.focus());
  return false;
}
