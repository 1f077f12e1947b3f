"use client";

import { Check, CloudOff, TriangleAlert } from "lucide-react";
import type { SaveState } from "@/components/releases/use-autosave";
import { Button } from "@/components/ui/button";
import { Spinner } from "@/components/ui/waiting";

type SaveLineProps = { state: SaveState; isPublished: boolean; onRetry: () => void; onCompare: () => void };

/** How the saving of the notes stands, in one line beside the button. */
export function SaveLine({ state, isPublished, onRetry, onCompare }: SaveLineProps) {
  if (isPublished) {
    return (
      <p className="min-w-0 text-ink-mute text-sm">
        Published: what you change stays in this browser until you update it.
      </p>
    );
  }
  return (
    <div
      role="status"
      className="flex min-w-0 flex-wrap items-center gap-2 text-ink-mute text-sm [&_svg]:size-4"
    >
      <Said state={state} onRetry={onRetry} onCompare={onCompare} />
    </div>
  );
}

function Said({ state, onRetry, onCompare }: Omit<SaveLineProps, "isPublished">) {
  switch (state.kind) {
    case "idle":
      return <span>Drafts save themselves.</span>;
    case "saving":
    case "again":
      return (
        <>
          <Spinner />
          Saving…
        </>
      );
    case "saved":
      return (
        <>
          <Check aria-hidden className="text-green" />
          <span>
            Saved · <time dateTime={state.at.toISOString()}>{timeOf(state.at)}</time>
          </span>
        </>
      );
    case "clash":
      return (
        <>
          <TriangleAlert aria-hidden className="text-amber" />
          <span className="text-amber">Not saved: somebody else changed this, too.</span>
          <Button size="sm" onClick={onCompare}>
            Compare
          </Button>
        </>
      );
    case "failed":
      return (
        <>
          <CloudOff aria-hidden className="text-amber" />
          <span className="text-amber">
            {state.isAway ? "Not saved: offline, kept in this browser." : `Not saved: ${state.message}`}
          </span>
          <Button size="sm" onClick={onRetry}>
            Try again
          </Button>
        </>
      );
  }
}

const timeOf = (at: Date) => at.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
