"use client";

import { type FormEvent, useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { DialogClose, DialogFooter } from "@/components/ui/dialog-end";
import { differingLines } from "@/components/ui/form-values";
import { laterComponent } from "@/components/ui/later";
import type { TextDiffProps } from "@/components/ui/text-diff";
import type { Clash, RowNews, Whose } from "@/components/ui/use-edited-row";

const TextDiff = laterComponent<TextDiffProps>(() =>
  import("@/components/ui/text-diff").then((file) => file.TextDiff),
);

/** Texts with more lines than this are shown as a line-by-line comparison. */
const linesAtAGlance = 6;
const isLong = (text: string) => text.split("\n", linesAtAGlance + 1).length > linesAtAGlance;

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
  const compared = isLong(clash.theirs) && isLong(clash.mine);
  return (
    <fieldset className="flex min-w-0 flex-col gap-3">
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
            {compared ? null : (
              <code className="max-h-48 min-h-8 overflow-y-auto whitespace-pre-wrap break-words rounded-sm bg-sunken px-2 py-1.5 text-ink-soft text-xs">
                {text || <em className="text-ink-mute">empty</em>}
              </code>
            )}
          </label>
        ))}
      </div>
      {compared ? (
        <div className="[&>section]:max-h-[45dvh]">
          <p className="mb-1.5 text-ink-mute text-xs">From theirs (−) to yours (+)</p>
          <TextDiff label={`${clash.label}: from theirs to yours`} before={clash.theirs} after={clash.mine} />
        </div>
      ) : null}
    </fieldset>
  );
}
