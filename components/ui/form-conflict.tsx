"use client";

import { type FormEvent, useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog, DialogClose, DialogFooter } from "@/components/ui/dialog";
import { differingLines } from "@/components/ui/form-values";
import type { Clash, RowNews, Whose } from "@/components/ui/use-edited-row";

/** Both values of each field that somebody else changed too, and the person's choice between them. */
export function FormConflict({ row }: { row: RowNews }) {
  const { clashes, decide, setAsking, submit } = row;
  const [whose, setWhose] = useState<Record<string, Whose>>({});
  const undecided = clashes.find(({ name }) => !whose[name]);

  function save(event: FormEvent) {
    event.preventDefault();
    event.stopPropagation();
    if (undecided) return;
    decide(whose);
    submit();
  }

  return (
    <Dialog
      size="lg"
      title="Somebody else changed this too"
      description="Choose what is saved. What only one of you changed is kept as it is."
      open
      onOpenChange={setAsking}
    >
      <form method="post" noValidate onSubmit={save} className="flex flex-col gap-5">
        {clashes.map((clash) => (
          <ClashField
            key={clash.name}
            clash={clash}
            chosen={whose[clash.name]}
            onChoose={(value) => setWhose({ ...whose, [clash.name]: value })}
          />
        ))}
        <DialogFooter>
          <DialogClose>Back to the form</DialogClose>
          <Button type="submit" variant="primary" disabled={undecided !== undefined}>
            Save
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}

type ClashFieldProps = { clash: Clash; chosen: Whose | undefined; onChoose: (whose: Whose) => void };

function ClashField({ clash, chosen, onChoose }: ClashFieldProps) {
  const [theirs, mine] = differingLines(clash.theirs, clash.mine);
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 font-medium text-ink text-sm">{clash.label}</legend>
      <div className="grid gap-3 sm:grid-cols-2">
        {(
          [
            ["theirs", "Take theirs", theirs],
            ["mine", "Keep mine", mine],
          ] as const
        ).map(([value, label, text]) => (
          <label
            key={value}
            className="flex min-w-0 cursor-pointer flex-col gap-2 rounded-md border border-line p-3 text-sm has-checked:border-accent has-focus-visible:outline-2 has-focus-visible:outline-accent"
          >
            <span className="flex items-center gap-2 font-medium text-ink">
              <input
                type="radio"
                name={clash.name}
                value={value}
                checked={chosen === value}
                onChange={() => onChoose(value)}
                className="size-4 accent-accent"
              />
              {label}
            </span>
            <code className="max-h-48 min-h-8 overflow-y-auto whitespace-pre-wrap break-words rounded-sm bg-sunken px-2 py-1.5 text-ink-soft text-xs">
              {text || <em className="text-ink-mute">empty</em>}
            </code>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
