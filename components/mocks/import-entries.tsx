"use client";

import { useVirtualizer } from "@tanstack/react-virtual";
import { useRef } from "react";
import { BreakablePath } from "@/components/mocks/breakable-path";
import { MethodBadge } from "@/components/mocks/http-marks";
import { type Entry, resultWords } from "@/components/mocks/use-mock-import";
import { Badge, type Tone } from "@/components/ui/badge";
import { Link } from "@/components/ui/link";

export type ImportEntriesProps = {
  entries: readonly Entry[];
  /** Whether nothing is done yet. */
  isPlan: boolean;
  /** Address of the list of mocks. */
  base: string;
};

const rowHeight = 45;

/** The entries of a document and what becomes of them. There may be thousands, of which those in sight are drawn. */
export function ImportEntries({ entries, isPlan, base }: ImportEntriesProps) {
  const frame = useRef<HTMLElement>(null);
  const virtualizer = useVirtualizer({
    count: entries.length,
    getScrollElement: () => frame.current,
    estimateSize: () => rowHeight,
    overscan: 10,
  });
  if (entries.length === 0) return null;
  return (
    <section
      ref={frame}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: without a mouse it is scrolled by keys
      tabIndex={0}
      aria-label="Entries"
      className="max-h-[min(24rem,42dvh)] overflow-y-auto overscroll-contain rounded-lg border border-line bg-surface"
    >
      <ul aria-label="Entries" className="relative" style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index, start }) => {
          const entry = entries[index];
          return entry ? (
            <li
              key={index}
              ref={virtualizer.measureElement}
              data-index={index}
              aria-setsize={entries.length}
              aria-posinset={index + 1}
              className="absolute inset-x-0 top-0 border-line border-b px-3.5 py-2.5"
              style={{ transform: `translateY(${start}px)` }}
            >
              <EntryLine entry={entry} isPlan={isPlan} base={base} />
            </li>
          ) : null;
        })}
      </ul>
    </section>
  );
}

const tones: Record<Entry["result"], Tone> = {
  created: "green",
  changed: "blue",
  unchanged: "neutral",
  skipped: "amber",
};

type LineProps = Omit<ImportEntriesProps, "entries"> & { entry: Entry };

function EntryLine({ entry, isPlan, base }: LineProps) {
  const { source, result, method, endpoint, mockId, notes } = entry;
  const place = endpoint === null ? null : <BreakablePath path={endpoint} className="text-xs leading-5" />;
  return (
    <div className="flex min-w-0 items-start gap-3 text-sm">
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <div className="flex min-w-0 items-start gap-2.5">
          {method ? <MethodBadge method={method} /> : null}
          {place && mockId ? (
            <Link href={`${base}/${mockId}`} className="min-w-0 underline-offset-2 hover:underline">
              {place}
            </Link>
          ) : (
            place
          )}
          {place ? null : <span className="min-w-0 break-words text-ink">{source}</span>}
        </div>
        {place && source !== `${method} ${endpoint}` ? (
          <span className="min-w-0 break-words text-ink-mute text-xs">{source}</span>
        ) : null}
        {notes.map((note, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: notes may be equal and never move
          <span key={at} className="min-w-0 break-words text-ink-soft text-xs">
            {note}
          </span>
        ))}
      </div>
      <Badge tone={tones[result]}>{resultWords(result, isPlan)}</Badge>
    </div>
  );
}
