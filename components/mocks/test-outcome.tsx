"use client";

import { useEffect, useState } from "react";
import { AnswerView } from "@/components/mocks/answer-view";
import type { TestAnswer, TestOutcome } from "@/components/mocks/use-test-request";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";

export type OutcomeProps = { outcome: TestOutcome };

/** What came of a test request. */
export function Outcome({ outcome }: OutcomeProps) {
  if ("failure" in outcome) {
    return (
      <Callout tone="danger" title="No answer">
        {outcome.failure}
      </Callout>
    );
  }
  if ("answer" in outcome) return <TestResponse answer={outcome.answer} />;
  return (
    <p className="text-ink-mute text-sm">
      Cancelled after {(outcome.cancelledAfterMs / 1000).toFixed(1)} s. The mock may have been called
      nevertheless.
    </p>
  );
}

export type TestWaitingProps = {
  /** The mock's configured delay; 0 if it answers at once. */
  delayMs: number;
  onCancel: () => void;
};

/** Shown while waiting for an answer: the elapsed time, and the mock's configured delay. */
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

function TestResponse({ answer }: { answer: TestAnswer }) {
  if (answer.redirect) {
    return (
      <Callout title="The mock redirects">
        It answered after {answer.durationMs} ms. Browsers hide the status and headers of a redirect; the curl
        command shows them.
      </Callout>
    );
  }
  return <AnswerView {...answer} note="Browsers show only some headers of other hosts, never cookies." />;
}
