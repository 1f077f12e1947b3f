"use client";

import { progressWords } from "@/components/groups/import-records-source";
import type { Entry, Result } from "@/components/groups/record-parts";
import { type RecordImport, recordCount, workIn } from "@/components/groups/use-record-import";
import { Badge, type Tone } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { DialogClose, DialogFooter } from "@/components/ui/dialog-end";
import { EntryList } from "@/components/ui/entry-list";
import { Link } from "@/components/ui/link";
import { OutcomeFrame } from "@/components/ui/outcome-frame";

type Plan = NonNullable<RecordImport["plan"]>;
export type ImportRecordsOutcomeProps = {
  of: RecordImport;
  plan: Plan;
  /** Address of the group's page. */
  base: string;
};

const tones: Record<Result, Tone> = {
  created: "green",
  updated: "blue",
  unchanged: "neutral",
  refused: "amber",
};
const results = ["created", "updated", "unchanged", "refused"] as const;
const plans: Partial<Record<Result, string>> = {
  created: "to be created",
  updated: "to be updated",
};
const words = (result: Result, isDone: boolean) => (isDone ? result : (plans[result] ?? result));

/** What an import would do, or has done, record by record. */
export function ImportRecordsOutcome({ of, plan, base }: ImportRecordsOutcomeProps) {
  const { entries, parts, stored } = plan;
  const isDone = stored === parts.length && parts.length > 0;
  return (
    <OutcomeFrame
      summary={summaryOf(plan, isDone)}
      state={`${isDone} ${stored}`}
      entries={entries}
      results={results.map((result) => ({ result, words: words(result, isDone) }))}
      list={(shown) => (
        <EntryList
          entries={shown}
          draw={(entry) => <EntryLine entry={entry} isDone={isDone} base={base} />}
        />
      )}
      isBusy={of.busy !== undefined}
      problem={of.problem}
    >
      <DialogFooter>
        {isDone ? <DialogClose>Close</DialogClose> : <PreviewEnd of={of} plan={plan} />}
      </DialogFooter>
    </OutcomeFrame>
  );
}

function PreviewEnd({ of, plan: { entries, stored } }: Pick<ImportRecordsOutcomeProps, "of" | "plan">) {
  const work = workIn(entries);
  const label = stored > 0 ? "Import the rest" : `Import ${recordCount(work)}`;
  return (
    <>
      <Button disabled={of.busy === "import"} onClick={of.back}>
        Back
      </Button>
      <Button
        type="submit"
        variant="primary"
        loading={of.busy === "import"}
        disabled={work === 0 || of.busy !== undefined}
        onClick={() => void of.carryOut()}
      >
        {work === 0 ? "Nothing to import" : progressWords(label, of)}
      </Button>
    </>
  );
}

const count = (number: number) => number.toLocaleString("en");

function summaryOf({ entries, stored, parts }: Plan, isDone: boolean): string {
  const counts = results
    .map((result) => ({ result, number: entries.filter((entry) => entry.result === result).length }))
    .filter(({ number }) => number > 0)
    .map(({ result, number }) => `${count(number)} ${words(result, isDone)}`)
    .join(", ");
  if (isDone) return `Done: ${counts}.`;
  const begun = stored > 0 ? `${stored} of ${parts.length} parts are stored.` : "Nothing is done yet.";
  return `${begun} ${recordCount(entries.length)}: ${counts}.`;
}

type LineProps = Pick<ImportRecordsOutcomeProps, "base"> & { entry: Entry; isDone: boolean };

function EntryLine({ entry: { place, id, name, result, error }, isDone, base }: LineProps) {
  const isThere = id !== null && result !== "refused" && (isDone || result !== "created");
  const idText = <code className="break-all text-xs leading-5">{id}</code>;
  return (
    <div className="flex min-w-0 items-start gap-3 text-sm">
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <div className="flex min-w-0 flex-wrap items-baseline gap-x-2.5">
          {isThere ? (
            <Link href={`${base}/records/${id}`} className="min-w-0 underline-offset-2 hover:underline">
              {idText}
            </Link>
          ) : id === null ? (
            <span className="text-ink-mute">{result === "refused" ? "No id" : "A new id"}</span>
          ) : (
            idText
          )}
          {name ? <span className="min-w-0 break-words text-ink">{name}</span> : null}
        </div>
        <span className="min-w-0 break-words text-ink-mute text-xs">
          {place}
          {error ? <span className="text-ink-soft">: {error}</span> : null}
        </span>
      </div>
      <Badge tone={tones[result]}>{words(result, isDone)}</Badge>
    </div>
  );
}
