"use client";

import { useState } from "react";
import { byteSize } from "@/components/ui/byte-size";
import { hexDump, hexLines } from "@/components/webhooks/hex-dump";

/** The height of `leading-5`. */
const lineHeight = 20;
const linesAhead = 20;
const viewHeight = 480;
/** No element can be as tall as a dump of more would be. */
const bytesMax = 8 * 1024 * 1024;

/** Bytes as `hexdump -C` shows them. Only the lines in sight exist. */
export function HexView({ bytes, label }: { bytes: Uint8Array; label: string }) {
  const [top, setTop] = useState(0);
  const shown = bytes.subarray(0, bytesMax);
  const lines = hexLines(shown);
  const first = Math.max(0, Math.floor(top / lineHeight) - linesAhead);
  const end = Math.ceil((top + viewHeight) / lineHeight) + linesAhead;
  return (
    <div className="min-w-0 overflow-hidden rounded-lg border border-line bg-sunken">
      <section
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
        tabIndex={0}
        aria-label={label}
        onScroll={(event) => setTop(event.currentTarget.scrollTop)}
        style={{ maxHeight: viewHeight }}
        className="overflow-auto px-3.5 focus-visible:-outline-offset-2"
      >
        <div className="relative my-3 w-fit" style={{ height: lines * lineHeight }}>
          <pre
            className="w-fit font-mono text-ink-soft text-xs leading-5"
            style={{ transform: `translateY(${first * lineHeight}px)` }}
          >
            {hexDump(shown, first, end)}
          </pre>
        </div>
      </section>
      {bytes.length > bytesMax ? (
        <p className="border-line border-t px-3.5 py-2 text-ink-mute text-xs">
          The first {byteSize(bytesMax)} of {byteSize(bytes.length)}; the download has all of it.
        </p>
      ) : null}
    </div>
  );
}
