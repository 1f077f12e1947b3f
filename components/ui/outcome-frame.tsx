"use client";

import { type ReactNode, useEffect, useRef, useState } from "react";
import { FormAlert } from "@/components/ui/callout";
import { cn } from "@/components/ui/cn";
import { Segments } from "@/components/ui/segments";

export type OutcomeFrameProps<Result extends string, Entry extends { result: Result }> = {
  summary: string;
  /** The summary gets the focus whenever this is another. */
  state: string;
  entries: readonly Entry[];
  /** What can become of an entry, and how that is said. */
  results: readonly { result: Result; words: string }[];
  list: (shown: readonly Entry[]) => ReactNode;
  isBusy: boolean;
  problem: ReactNode;
  /** Below the summary: what can be chosen still. */
  choices?: ReactNode;
  /** The buttons at the end. */
  children: ReactNode;
};

/** What an import would do, or has done: in sum, and entry by entry. */
export function OutcomeFrame<Result extends string, Entry extends { result: Result }>({
  summary,
  state,
  entries,
  results,
  list,
  isBusy,
  problem,
  choices,
  children,
}: OutcomeFrameProps<Result, Entry>) {
  const [filter, setFilter] = useState<Result | "all">("all");
  const said = useRef<HTMLParagraphElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what had the focus is gone when it is done
  useEffect(() => afterDialog(() => said.current?.focus()), [state]);
  const of = (result: Result) => entries.filter((entry) => entry.result === result);
  const counted = results
    .map(({ result, words }) => ({ value: result, words, count: of(result).length }))
    .filter(({ count }) => count > 0);
  const chosen = counted.some(({ value }) => value === filter) ? filter : "all";
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <p ref={said} tabIndex={-1} className="rounded-sm text-ink text-sm outline-none">
        {summary}
      </p>
      {choices}
      <Segments<Result | "all">
        label="Entries shown"
        className="w-fit max-w-full flex-wrap"
        segments={[
          { value: "all", label: `All ${shownCount(entries.length)}` },
          ...counted.map(({ value, words, count }) => ({
            value,
            label: `${capital(words)} ${shownCount(count)}`,
          })),
        ]}
        value={chosen}
        onChange={setFilter}
      />
      <div key={chosen} className={cn("min-w-0 transition-opacity", isBusy && "opacity-60")}>
        {list(chosen === "all" ? entries : of(chosen))}
      </div>
      <FormAlert>{problem}</FormAlert>
      {children}
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

const shownCount = (number: number) => number.toLocaleString("en");
const capital = (word: string) => word[0]?.toUpperCase() + word.slice(1);
