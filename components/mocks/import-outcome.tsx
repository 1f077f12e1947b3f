"use client";

import { useEffect, useRef, useState } from "react";
import { ImportEntries } from "@/components/mocks/import-entries";
import {
  type MockImport,
  mockCount,
  type Outcome,
  resultWords,
  workOf,
} from "@/components/mocks/use-mock-import";
import { Button } from "@/components/ui/button";
import { FormAlert } from "@/components/ui/callout";
import { cn } from "@/components/ui/cn";
import { DialogClose, DialogFooter } from "@/components/ui/dialog-end";
import { useNavigate, useSurface } from "@/components/ui/navigation";
import { RadioSegments, Segments } from "@/components/ui/segments";

export type ImportOutcomeProps = {
  of: MockImport;
  outcome: Outcome;
  /** Address of the list of mocks. */
  base: string;
};

const results = ["created", "changed", "unchanged", "skipped"] as const;
type Filter = "all" | (typeof results)[number];

/** What an import would do, or has done, entry by entry. */
export function ImportOutcome({ of, outcome, base }: ImportOutcomeProps) {
  const { dryRun, entries } = outcome;
  const [filter, setFilter] = useState<Filter>("all");
  const summary = useRef<HTMLParagraphElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what had the focus is gone when it is done
  useEffect(() => afterDialog(() => summary.current?.focus()), [dryRun]);
  const isEmpty = filter !== "all" && outcome[filter] === 0;
  const chosen = isEmpty ? "all" : filter;
  const shown = chosen === "all" ? entries : entries.filter(({ result }) => result === chosen);
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <p ref={summary} tabIndex={-1} className="rounded-sm text-ink text-sm outline-none">
        {summaryOf(outcome)}
      </p>
      {dryRun ? <Existing of={of} /> : null}
      <Segments
        label="Entries shown"
        className="w-fit max-w-full flex-wrap"
        segments={[
          { value: "all" as Filter, label: `All ${count(entries.length)}` },
          ...results
            .filter((result) => outcome[result] > 0)
            .map((value) => ({
              value,
              label: `${capital(resultWords(value, dryRun))} ${count(outcome[value])}`,
            })),
        ]}
        value={chosen}
        onChange={setFilter}
      />
      <div className={cn("min-w-0 transition-opacity", of.busy && "opacity-60")}>
        <ImportEntries key={chosen} entries={shown} isPlan={dryRun} base={base} />
      </div>
      <FormAlert>{of.problem}</FormAlert>
      {dryRun ? <PreviewEnd of={of} outcome={outcome} /> : <DoneEnd base={base} />}
    </div>
  );
}

/**
 * A dialog whose focused button goes takes the focus itself, in the next frame, and would take it from whatever
 * got it before.
 */
function afterDialog(act: () => void): () => void {
  let frame = requestAnimationFrame(() => {
    frame = requestAnimationFrame(act);
  });
  return () => cancelAnimationFrame(frame);
}

const count = (number: number) => number.toLocaleString("en");
const capital = (word: string) => word[0]?.toUpperCase() + word.slice(1);

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
