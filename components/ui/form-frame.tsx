"use client";

import { type ComponentProps, type KeyboardEvent, type ReactNode, useEffect, useRef } from "react";
import { type FieldValues, FormProvider } from "react-hook-form";
import { cn } from "@/components/ui/cn";
import { DialogEnd, PageEnd, PanelEnd } from "@/components/ui/form-end";
import { RowWatch } from "@/components/ui/form-row";
import { useLeaveGuard } from "@/components/ui/navigation";
import type { FormState } from "@/components/ui/use-form-frame";

export type FormFrameProps<V extends FieldValues> = Omit<ComponentProps<"form">, "form" | "onSubmit"> & {
  of: FormState<V>;
  /** Where the form is, which decides where its buttons go. If absent, the content has its own buttons. */
  on?: "page" | "dialog" | "panel";
  /** The submit button's label. */
  submitLabel?: string;
  /** Leaving loses nothing: what is not saved saves itself. */
  saves?: boolean;
  /** On a page, left of the submit button: switches, as opposed to fields. */
  beside?: ReactNode;
};

/** On pages, scroll margins keep a focused control clear of the top bar and the button bar. */
const looks = {
  page: "flex min-w-0 flex-col gap-6 [&_:is(input,textarea,button)]:scroll-mt-24 [&_:is(input,textarea,button)]:scroll-mb-24",
  dialog: "flex flex-col gap-4",
  panel: "flex min-h-0 flex-1 flex-col",
};

const ends = { page: PageEnd, dialog: DialogEnd, panel: PanelEnd };

/**
 * The frame of every form. It is rendered with values, asks before unsaved changes are lost, sends only changed fields,
 * shows changes by others and scrolls to errors. The method is `post`, so that values never end up in the address when
 * somebody submits before the script has loaded. Validation is the contract's, not the browser's.
 */
export function FormFrame<V extends FieldValues>(props: FormFrameProps<V>) {
  const { of, on, submitLabel = "Save changes", saves = false, beside, className, children, ...rest } = props;
  const form = useRef<HTMLFormElement>(null);
  const { attention } = of;
  const End = on && ends[on];
  useLeaveGuard(of.unsaved && !saves, of.isUnsaved);
  useEffect(() => {
    if (attention > 0) leadToProblem(form.current);
  }, [attention]);

  return (
    <FormProvider {...of.form}>
      <form
        ref={form}
        method="post"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          // React events bubble through portals: without this, a dialog's form would submit the page's form too.
          event.stopPropagation();
          of.submit();
        }}
        onKeyDown={sendByKey}
        className={cn(on && looks[on], className)}
        {...rest}
      >
        {on === "panel" ? (
          <div className="flex min-h-0 flex-1 flex-col gap-5 overflow-y-auto overscroll-contain px-5 py-5">
            {children}
          </div>
        ) : (
          children
        )}
        {End ? (
          <End of={of} label={submitLabel}>
            {beside}
          </End>
        ) : null}
      </form>
      {of.row.read ? <RowWatch row={of.row} read={of.row.read} /> : null}
    </FormProvider>
  );
}

/** Ctrl or ⌘ with Enter sends the form from any field. */
function sendByKey(event: KeyboardEvent<HTMLFormElement>) {
  if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  event.currentTarget.requestSubmit();
}

function leadToProblem(form: HTMLFormElement | null) {
  const field = form?.querySelector<HTMLElement>('[aria-invalid="true"]');
  field?.focus({ preventScroll: true });
  (field ?? form?.querySelector('[role="alert"]'))?.scrollIntoView({ block: "center" });
}
