"use client";

import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { useLayoutEffect, useRef, useState } from "react";

/** Tables with more rows are drawn only where they are in sight. */
const drawnWhole = 100;
const rowHeight = 48;

/** Which rows to draw, and how much room to leave for those above and below. */
export function useVirtualRows(count: number) {
  const frame = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  const on = count > drawnWhole;
  useLayoutEffect(() => {
    if (on && frame.current) setTop(frame.current.getBoundingClientRect().top + window.scrollY);
  }, [on]);
  const virtualizer = useWindowVirtualizer({
    count: on ? count : 0,
    estimateSize: () => rowHeight,
    overscan: 10,
    scrollMargin: top,
    // The server draws the first screen.
    initialRect: { width: 1280, height: 1000 },
  });
  if (!on) {
    const items = Array.from({ length: count }, (_, index) => ({ index, measure: undefined }));
    return { on, frame, items, before: 0, after: 0 };
  }
  const drawn = virtualizer.getVirtualItems();
  const items = drawn.map(({ index }) => ({ index, measure: virtualizer.measureElement }));
  const before = (drawn[0]?.start ?? top) - top;
  const after = virtualizer.getTotalSize() - ((drawn.at(-1)?.end ?? top) - top);
  return { on, frame, items, before, after };
}
