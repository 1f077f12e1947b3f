"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";

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
