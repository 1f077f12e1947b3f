"use client";

import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { type ReactNode, type RefObject, useLayoutEffect, useState } from "react";

const rowHeight = 48;

/** Props of a virtualised row: it is measured, and tells its position among all rows. */
export type DrawnRow = {
  ref: (row: HTMLTableRowElement | null) => void;
  "data-index": number;
  "aria-rowindex": number;
};

export type VirtualRowsProps = {
  count: number;
  /** Around the table. */
  frame: RefObject<HTMLDivElement | null>;
  draw: (index: number, drawn: DrawnRow) => ReactNode;
};

/** The visible rows of a long table, with space for those above and below. */
export function VirtualRows({ count, frame, draw }: VirtualRowsProps) {
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    if (frame.current) setTop(frame.current.getBoundingClientRect().top + window.scrollY);
  }, [frame]);
  const virtualizer = useWindowVirtualizer({
    count,
    estimateSize: () => rowHeight,
    overscan: 10,
    scrollMargin: top,
  });
  const drawn = virtualizer.getVirtualItems();
  const before = (drawn[0]?.start ?? top) - top;
  const after = virtualizer.getTotalSize() - ((drawn.at(-1)?.end ?? top) - top);
  return (
    <>
      {before > 0 ? <tr aria-hidden style={{ height: before }} /> : null}
      {drawn.map(({ index }) =>
        draw(index, {
          ref: virtualizer.measureElement,
          "data-index": index,
          "aria-rowindex": index + 2,
        }),
      )}
      {after > 0 ? <tr aria-hidden style={{ height: after }} /> : null}
    </>
  );
}
