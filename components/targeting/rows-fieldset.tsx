import { Plus } from "lucide-react";
import type { ReactNode, RefObject } from "react";
import { get, useFormContext } from "react-hook-form";
import { Button } from "@/components/ui/button";
import { asSentence } from "@/components/ui/form-problem";

type RowsFieldsetProps = {
  /** Of the list in the form. */
  name: string;
  legend: string;
  hint: string;
  rows: ReactNode;
  addLabel: string;
  isFull: boolean;
  onAdd: () => void;
  /** Gets the focus when a row is removed. */
  addButton: RefObject<HTMLButtonElement | null>;
  /** What the rows refer to. */
  children: ReactNode;
};

/** A list of rows in the flag's form, with what is wrong with it as a whole and the way to add one. */
export function RowsFieldset(props: RowsFieldsetProps) {
  const { name, legend, hint, rows, addLabel, isFull, onAdd, addButton, children } = props;
  const { formState } = useFormContext();
  const problem: string | undefined = get(formState.errors, `${name}.root.message`);
  return (
    <fieldset className="flex min-w-0 flex-col gap-3">
      <legend className="mb-1.5 font-medium text-ink text-sm">{legend}</legend>
      <p className="text-ink-mute text-xs">{hint}</p>
      {children}
      {rows}
      {problem ? (
        <p role="alert" className="text-red text-xs">
          {asSentence(legend, problem)}
        </p>
      ) : null}
      <div>
        <Button ref={addButton} size="sm" disabled={isFull} onClick={onAdd}>
          <Plus aria-hidden />
          {addLabel}
        </Button>
      </div>
    </fieldset>
  );
}
