"use client";

import type { ReactNode } from "react";
import type { FieldValues } from "react-hook-form";
import { Dialog, type DialogProps } from "@/components/ui/dialog";
import { FormFrame } from "@/components/ui/form-frame";
import { useSurface } from "@/components/ui/navigation";
import { type FormSetup, useFormFrame } from "@/components/ui/use-form-frame";

export type RecordDialogProps<V extends FieldValues, R> = Pick<
  DialogProps,
  "title" | "description" | "size" | "trigger" | "open" | "onOpenChange"
> & {
  submitLabel: string;
  form: FormSetup<V, R>;
  /** The fields. They live inside the form, so its context is there. */
  children: ReactNode;
};

/** A dialog with the form of one record: to create it, or to change it. */
export function RecordDialog<V extends FieldValues, R>(props: RecordDialogProps<V, R>) {
  const { submitLabel, form, children, ...dialog } = props;
  return (
    <Dialog {...dialog}>
      <RecordForm form={form} submitLabel={submitLabel}>
        {children}
      </RecordForm>
    </Dialog>
  );
}

type RecordFormProps<V extends FieldValues, R> = Pick<
  RecordDialogProps<V, R>,
  "form" | "submitLabel" | "children"
>;

/** Unmounts with the dialog, so each opening begins anew. */
function RecordForm<V extends FieldValues, R>({ form, submitLabel, children }: RecordFormProps<V, R>) {
  const surface = useSurface();
  const frame = useFormFrame<V, R>({
    ...form,
    done: (result) => {
      form.done?.(result);
      // If another page opens, the dialog goes away with this one.
      if (!form.next) surface?.close();
    },
  });
  return (
    <FormFrame of={frame} on="dialog" submitLabel={submitLabel}>
      {children}
    </FormFrame>
  );
}
