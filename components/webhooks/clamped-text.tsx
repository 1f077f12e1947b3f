"use client";

import { useState } from "react";

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
