"use client";

import { useVirtualizer } from "@tanstack/react-virtual";
import { type ReactNode, useRef } from "react";

export type EntryListProps<Entry> = {
  entries: readonly Entry[];
  draw: (entry: Entry) => ReactNode;
};

const rowHeight = 45;

/** The entries of an import. There may be thousands, of which those in sight are drawn. */
export function EntryList<Entry>({ entries, draw }: EntryListProps<Entry>) {
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
              {draw(entry)}
            </li>
          ) : null;
        })}
      </ul>
    </section>
  );
}
