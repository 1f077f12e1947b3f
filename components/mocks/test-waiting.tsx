"use client";

import { useEffect, useState } from "react";
import { Button } from "@/components/ui/button";

export type TestWaitingProps = {
  /** How long the mock waits by itself; 0 when it should answer at once. */
  delayMs: number;
  onCancel: () => void;
};

/** An answer on its way: how long it takes already, and of what it is known to take. */
export function TestWaiting({ delayMs, onCancel }: TestWaitingProps) {
  const elapsedMs = useElapsed();
  const share = delayMs > 0 ? Math.min(1, elapsedMs / delayMs) : undefined;
  return (
    <div className="mt-4 rounded-lg border border-line bg-sunken p-3">
      <div className="flex items-center justify-between gap-3 text-sm">
        <span className="text-ink-soft">
          Waiting{" "}
          <span className="font-mono text-xs tabular-nums">
            {seconds(elapsedMs)}
            {delayMs > 0 ? ` of ${seconds(delayMs)}` : null}
          </span>
        </span>
        <Button size="sm" onClick={onCancel}>
          Cancel
        </Button>
      </div>
      <div
        role="progressbar"
        aria-label="Waiting for the answer"
        {...(share !== undefined && { "aria-valuenow": Math.round(share * 100) })}
        className="mt-2.5 h-1 overflow-hidden rounded-full bg-hover"
      >
        {share === undefined ? (
          <div className="slide-across h-full bg-accent" />
        ) : (
          <div className="h-full bg-accent" style={{ width: `${share * 100}%` }} />
        )}
      </div>
    </div>
  );
}

const tickMs = 100;

function useElapsed(): number {
  const [elapsed, setElapsed] = useState(0);
  useEffect(() => {
    const begin = performance.now();
    const timer = setInterval(() => setElapsed(performance.now() - begin), tickMs);
    return () => clearInterval(timer);
  }, []);
  return elapsed;
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
