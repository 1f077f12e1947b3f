"use client";

import { ImportEntries } from "@/components/mocks/import-entries";
import {
  type MockImport,
  mockCount,
  type Outcome,
  resultWords,
  workOf,
} from "@/components/mocks/use-mock-import";
import { Button } from "@/components/ui/button";
import { DialogClose, DialogFooter } from "@/components/ui/dialog-end";
import { useNavigate, useSurface } from "@/components/ui/navigation";
import { OutcomeFrame } from "@/components/ui/outcome-frame";
import { RadioSegments } from "@/components/ui/segments";

export type ImportOutcomeProps = {
  of: MockImport;
  outcome: Outcome;
  /** Address of the list of mocks. */
  base: string;
};

const results = ["created", "changed", "unchanged", "skipped"] as const;

/** What an import would do, or has done, entry by entry. */
export function ImportOutcome({ of, outcome, base }: ImportOutcomeProps) {
  const { dryRun, entries } = outcome;
  return (
    <OutcomeFrame
      summary={summaryOf(outcome)}
      state={String(dryRun)}
      entries={entries}
      results={results.map((result) => ({ result, words: resultWords(result, dryRun) }))}
      list={(shown) => <ImportEntries entries={shown} isPlan={dryRun} base={base} />}
      isBusy={of.busy !== undefined}
      problem={of.problem}
      choices={dryRun ? <Existing of={of} /> : null}
    >
      {dryRun ? <PreviewEnd of={of} outcome={outcome} /> : <DoneEnd base={base} />}
    </OutcomeFrame>
  );
}

const count = (number: number) => number.toLocaleString("en");

function summaryOf(outcome: Outcome): string {
  const { dryRun, entries } = outcome;
  const counts = results
    .filter((result) => outcome[result] > 0)
    .map((result) => `${count(outcome[result])} ${resultWords(result, dryRun)}`)
    .join(", ");
  if (!dryRun) return `Done: ${counts || "nothing to do"}.`;
  if (entries.length === 0) return "There is nothing in it that a mock could be made of.";
  return `Nothing is done yet. ${count(entries.length)} ${entries.length === 1 ? "entry" : "entries"}: ${counts}.`;
}

/** What becomes of mocks with the same method and endpoint. */
function Existing({ of: { choice, busy, preview } }: Pick<ImportOutcomeProps, "of">) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5 text-ink text-sm">
      <span aria-hidden>Mocks that exist already</span>
      <RadioSegments
        label="Mocks that exist already"
        options={[
          { value: "replace", label: "Replace" },
          { value: "keep", label: "Keep" },
        ]}
        value={choice.existing}
        onValueChange={(existing) => void preview({ existing })}
        disabled={busy === "import"}
        className="w-40"
      />
    </div>
  );
}

function PreviewEnd({ of, outcome }: Pick<ImportOutcomeProps, "of" | "outcome">) {
  const work = workOf(outcome);
  return (
    <DialogFooter>
      <Button disabled={of.busy === "import"} onClick={() => of.choose({ file: undefined, files: [] })}>
        Back
      </Button>
      <Button
        type="submit"
        variant="primary"
        loading={of.busy === "import"}
        disabled={work === 0 || of.busy !== undefined}
        onClick={() => void of.carryOut()}
      >
        {work === 0 ? "Nothing to import" : `Import ${mockCount(work)}`}
      </Button>
    </DialogFooter>
  );
}

function DoneEnd({ base }: Pick<ImportOutcomeProps, "base">) {
  const surface = useSurface();
  const navigate = useNavigate();
  return (
    <DialogFooter>
      <DialogClose>Close</DialogClose>
      <Button
        variant="primary"
        onClick={() => {
          surface?.close();
          navigate(base);
        }}
      >
        Show mocks
      </Button>
    </DialogFooter>
  );
}
