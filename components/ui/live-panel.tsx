"use client";

import { Pause, Play, X } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";

export type LivePanelProps = {
  /** Whether what comes in shows at once. */
  state: ReactNode;
  paused: boolean;
  /** Absent once nothing comes in any more. */
  onPause: (() => void) | undefined;
  /** How many came while paused. */
  held: number;
  onShowHeld: () => void;
  /** The menu of actions for all of the list. */
  menu: ReactNode;
  filter: ReactNode;
  footer: ReactNode;
  children: ReactNode;
};

/** A list of what comes in, with its state and filter. */
export function LivePanel({ state, paused, onPause, held, onShowHeld, ...parts }: LivePanelProps) {
  return (
    <div className="flex min-h-0 flex-col overflow-hidden rounded-lg border border-line bg-surface md:max-h-[calc(100dvh-5.5rem)]">
      <div className="flex shrink-0 flex-col gap-2.5 border-line border-b p-2.5">
        <div className="flex items-center gap-1">
          {state}
          {onPause ? (
            <Button variant="ghost" size="sm" onClick={onPause}>
              {paused ? <Play aria-hidden /> : <Pause aria-hidden />}
              {paused ? "Resume" : "Pause"}
            </Button>
          ) : null}
          {parts.menu}
        </div>
        {parts.filter}
      </div>
      <span role="status" className="sr-only">
        {held > 0 ? `${held} new while paused` : ""}
      </span>
      {held > 0 ? (
        <button
          type="button"
          onClick={onShowHeld}
          className="shrink-0 border-line border-b bg-accent-soft px-3.5 py-2 text-left font-medium text-accent-ink text-sm focus-visible:-outline-offset-2 touch:min-h-11"
        >
          {held} new <span className="ml-1 font-normal">Show</span>
        </button>
      ) : null}
      <div className="min-h-0 overflow-y-auto overscroll-contain">{parts.children}</div>
      {parts.footer}
    </div>
  );
}

export type NoMatchProps = { what: string; searching?: boolean; onClear: () => void };

/** In place of the rows where the filter lets none through. */
export function NoMatch({ what, searching = false, onClear }: NoMatchProps) {
  if (searching) return <p className="px-4 py-10 text-center text-ink-mute text-sm">Searching…</p>;
  return (
    <div className="flex flex-col items-center gap-3 px-4 py-10 text-center">
      <p className="text-ink-mute text-sm">No {what} matches the filter.</p>
      <Button size="sm" onClick={onClear}>
        Clear the filter
      </Button>
    </div>
  );
}

/** The longest text that the API searches for. */
const textMax = 500;

export type LiveSearchProps = {
  label: string;
  placeholder: string;
  text: string;
  onText: (text: string) => void;
};

/** The field of a text to look for; Escape empties it. */
export function LiveSearch({ label, placeholder, text, onText }: LiveSearchProps) {
  return (
    <>
      <Input
        type="search"
        aria-label={label}
        placeholder={placeholder}
        maxLength={textMax}
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={(event) => onText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== "Escape") return;
          onText("");
          event.currentTarget.blur();
        }}
        className="[&::-webkit-search-cancel-button]:hidden"
      />
      {text ? (
        <Button variant="ghost" size="icon" aria-label="Clear the search" onClick={() => onText("")}>
          <X aria-hidden />
        </Button>
      ) : null}
    </>
  );
}
