"use client";

import { useState } from "react";
import { CopyButton } from "@/components/ui/copy-button";

export type PairListProps = {
  /** Names the list for screen readers: "Headers". */
  label: string;
  /** In the order they came; names may repeat. */
  pairs: readonly (readonly [string, string])[];
};

/** Names and values, each in a row of its own. */
export function PairList({ label, pairs }: PairListProps) {
  return (
    <dl
      aria-label={label}
      className="divide-y divide-line overflow-hidden rounded-lg border border-line bg-surface font-mono text-xs"
    >
      {pairs.map(([name, value], index) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: names may repeat, and the list never changes
          key={index}
          className="group relative grid gap-x-4 px-3.5 py-2 hover:bg-hover/55 sm:grid-cols-[minmax(8rem,13rem)_minmax(0,1fr)] sm:pr-11"
        >
          <dt className="break-all text-ink-mute max-sm:pr-10">{name}</dt>
          <dd className="break-all text-ink">
            {value === "" ? <span className="text-ink-mute">(empty)</span> : <ClampedText text={value} />}
          </dd>
          <dd className="absolute top-0.5 right-1 opacity-0 focus-within:opacity-100 group-hover:opacity-100 touch:opacity-100">
            <CopyButton text={value} what={`value of ${name}`} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

export type ClampedTextProps = { text: string; longest?: number };

/** A text that may be pages long; the rest shows on demand. */
export function ClampedText({ text, longest = 400 }: ClampedTextProps) {
  const [whole, setWhole] = useState(false);
  // A button in place of the last few characters would not save anything.
  const cut = !whole && text.length > longest + 40;
  return (
    <>
      {cut ? `${text.slice(0, longest)}…` : text}
      {cut ? (
        <button
          type="button"
          onClick={() => setWhole(true)}
          className="ml-1.5 whitespace-nowrap rounded-sm px-1 font-sans text-accent-ink text-xs underline underline-offset-2 touch:-my-3 touch:inline-block touch:py-3"
        >
          Show all {text.length} characters
        </button>
      ) : null}
    </>
  );
}
