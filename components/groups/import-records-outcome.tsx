"use client";

import { useMemo } from "react";
import { progressWords } from "@/components/groups/import-records-source";
import type { Entry, Result } from "@/components/groups/record-parts";
import {
  isDone,
  type Plan,
  type RecordImport,
  recordCount,
  workIn,
} from "@/components/groups/use-record-import";
import { Badge, type Tone } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { DialogClose, DialogFooter } from "@/components/ui/dialog-end";
import { EntryList } from "@/components/ui/entry-list";
import { Link } from "@/components/ui/link";
import { OutcomeFrame } from "@/components/ui/outcome-frame";

export type ImportRecordsOutcomeProps = {
  of: RecordImport;
  plan: Plan;
  /** Address of the group's page. */
  base: string;
};

/** What becomes of an entry, and whether it has: after a failure, some are stored and some are not. */
const states = ["created", "toCreate", "updated", "toUpdate", "unchanged", "refused"] as const;
type State = (typeof states)[number];
type Shown = Omit<Entry, "result"> & { result: State };

const tones: Record<State, Tone> = {
  created: "green",
  toCreate: "green",
  updated: "blue",
  toUpdate: "blue",
  unchanged: "neutral",
  refused: "amber",
};
const words: Record<State, string> = {
  created: "created",
  toCreate: "to be created",
  updated: "updated",
  toUpdate: "to be updated",
  unchanged: "unchanged",
  refused: "refused",
};
const plans: Partial<Record<Result, State>> = { created: "toCreate", updated: "toUpdate" };
const shownOf = (entry: Entry): Shown => ({
  ...entry,
  result: (entry.isStored ? undefined : plans[entry.result]) ?? entry.result,
});

/** What an import would do, or has done, record by record. */
export function ImportRecordsOutcome({ of, plan, base }: ImportRecordsOutcomeProps) {
  const entries = useMemo(() => plan.entries.map(shownOf), [plan]);
  return (
    <OutcomeFrame
      summary={summaryOf(plan, entries)}
      state={`${isDone(plan)} ${plan.stored}`}
      entries={entries}
      results={states.map((result) => ({ result, words: words[result] }))}
      list={(shown) => (
        <EntryList entries={shown} draw={(entry) => <EntryLine entry={entry} base={base} />} />
      )}
      isBusy={of.busy !== undefined}
      problem={of.problem}
      choices={<Notices plan={plan} />}
    >
      <DialogFooter>
        {isDone(plan) ? <DialogClose>Close</DialogClose> : <PreviewEnd of={of} plan={plan} />}
      </DialogFooter>
    </OutcomeFrame>
  );
}

/** What somebody may not expect of what is to be done. */
function Notices({ plan: { parts, entries, stored, notice } }: { plan: Plan }) {
  const replaces = parts
    .slice(stored)
    .flat()
    .some(({ index, row }) => entries[index]?.result === "updated" && row.record.metadata !== undefined);
  return (
    <>
      {notice ? <Callout tone="warning">{notice}</Callout> : null}
      {replaces ? (
        <Callout>
          The metadata of a record that is updated is replaced as a whole. Where a row has none, it stays.
        </Callout>
      ) : null}
    </>
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

function summaryOf(plan: Plan, entries: readonly Shown[]): string {
  const counts = states
    .map((state) => ({ state, number: entries.filter(({ result }) => result === state).length }))
    .filter(({ number }) => number > 0)
    .map(({ state, number }) => `${count(number)} ${words[state]}`)
    .join(", ");
  if (isDone(plan)) return `Done: ${counts}.`;
  const { stored, parts } = plan;
  const begun = stored > 0 ? `${stored} of ${parts.length} parts are stored.` : "Nothing is done yet.";
  return `${begun} ${recordCount(entries.length)}: ${counts}.`;
}

/** An id that is made is no news before its record is there, as nobody can look it up. */
function EntryLine({ entry, base }: Pick<ImportRecordsOutcomeProps, "base"> & { entry: Shown }) {
  const { place, id, name, result, error, isMade } = entry;
  const isThere = id !== null && result !== "refused" && result !== "toCreate";
  const isHidden = id === null || (isMade && !isThere);
  const idText = <code className="break-all text-xs leading-5">{id}</code>;
  return (
    <div className="flex min-w-0 items-start gap-3 text-sm">
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <div className="flex min-w-0 flex-wrap items-baseline gap-x-2.5">
          {isThere ? (
            <Link href={`${base}/records/${id}`} className="min-w-0 underline-offset-2 hover:underline">
              {idText}
            </Link>
          ) : isHidden ? (
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
      <Badge tone={tones[result]}>{words[result]}</Badge>
    </div>
  );
}
