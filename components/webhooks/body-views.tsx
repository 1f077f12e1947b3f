"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { byteSize } from "@/components/ui/byte-size";
import { hexDump, hexLines } from "@/components/webhooks/hex-dump";

/** Browsers take long to lay out more than this at once. */
const step = 64 * 1024;

/** A text as it is, in steps when it is long. */
export function TextView({ text, label }: { text: string; label: string }) {
  const [shown, setShown] = useState(step);
  const left = text.length - shown;
  return (
    <div className="min-w-0 overflow-hidden rounded-lg border border-line bg-sunken">
      <section
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
        tabIndex={0}
        aria-label={label}
        className="max-h-[32rem] overflow-auto focus-visible:-outline-offset-2"
      >
        <pre className="whitespace-pre-wrap break-all px-3.5 py-3 font-mono text-ink-soft text-xs leading-5">
          {left > 0 ? text.slice(0, shown) : text}
        </pre>
      </section>
      {left > 0 ? (
        <div className="flex flex-wrap items-center justify-between gap-2 border-line border-t px-3.5 py-2 text-ink-mute text-xs">
          {shown.toLocaleString("en")} of {text.length.toLocaleString("en")} characters
          <Button size="sm" onClick={() => setShown(shown + step)}>
            Show more
          </Button>
        </div>
      ) : null}
    </div>
  );
}

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
