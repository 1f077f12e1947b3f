"use client";

import { Pause } from "lucide-react";
import { useEffect, useState } from "react";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import type { StreamView } from "@/components/webhooks/inbox-stream";
import { pollMs, type StreamStatus } from "@/components/webhooks/stream-connection";

export type StreamStateProps = {
  view: Pick<StreamView, "status" | "paused">;
  onRetry: () => void;
  className?: string;
};

/** Whether new captures show at once, and if not, why and until when. */
export function StreamState({ view: { status, paused }, onRetry, className }: StreamStateProps) {
  const { tone, words } = wordsFor(status, paused);
  const waiting = status.kind === "waiting" && !status.polling;
  return (
    <span className={cn("flex min-w-0 flex-wrap items-center gap-x-2 text-sm", className)}>
      <span role="status" className={cn("flex min-w-0 items-center gap-2 font-medium", looks[tone])}>
        {paused ? <Pause aria-hidden className="size-3.5 shrink-0" /> : <Dot tone={tone} />}
        {words}
      </span>
      {waiting ? (
        <>
          <Countdown until={status.retryAt} />
          <Button variant="ghost" size="sm" onClick={onRetry}>
            Try now
          </Button>
        </>
      ) : null}
    </span>
  );
}

type Tone = "good" | "waiting" | "bad" | "neutral";

const looks: Record<Tone, string> = {
  good: "text-green",
  waiting: "text-amber",
  bad: "text-red",
  neutral: "text-ink-mute",
};

function wordsFor(status: StreamStatus, paused: boolean): { tone: Tone; words: string } {
  if (status.kind === "ended") return { tone: "bad", words: "Ended" };
  if (status.kind === "live") {
    return paused ? { tone: "waiting", words: "Paused" } : { tone: "good", words: "Live" };
  }
  const said = wordsForTrouble(status);
  return paused ? { tone: said.tone, words: `Paused · ${said.words}` } : said;
}

function wordsForTrouble(status: Exclude<StreamStatus, { kind: "live" | "ended" }>): {
  tone: Tone;
  words: string;
} {
  if (status.polling) return { tone: "waiting", words: `Checking every ${pollMs / 1000} s` };
  if (status.kind === "waiting") {
    return status.offline ? { tone: "bad", words: "Offline" } : { tone: "waiting", words: "Reconnecting" };
  }
  return status.again
    ? { tone: "waiting", words: "Reconnecting…" }
    : { tone: "neutral", words: "Connecting…" };
}

function Dot({ tone }: { tone: Tone }) {
  return (
    <span aria-hidden className="relative grid size-2 shrink-0 place-items-center">
      <span className={cn("size-2 rounded-full bg-current", tone !== "good" && "animate-pulse-soft")} />
    </span>
  );
}

/** Not announced: every second would be too often. */
function Countdown({ until }: { until: number }) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 250);
    return () => clearInterval(timer);
  }, []);
  const seconds = Math.max(0, Math.ceil((until - now) / 1000));
  return (
    <span aria-hidden className="whitespace-nowrap text-ink-mute text-xs tabular-nums">
      in {seconds} s
    </span>
  );
}
