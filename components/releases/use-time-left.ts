"use client";

import { useEffect, useState } from "react";
import { type Pace, paceOf, timeLeftText } from "@/components/releases/time-left";

type Progress = { phase: string; done: number; total: number };

const lookMs = 1000;

/** How long a phase still takes, in words, by its pace since this page has watched it. */
export function useTimeLeft({ phase, done, total }: Progress): string {
  const [pace, setPace] = useState<Pace>();
  useEffect(() => {
    const look = () => setPace((known) => paceOf(known, { phase, done, total, at: performance.now() }));
    look();
    // Time goes on where nothing is done for a while.
    const timer = setInterval(look, lookMs);
    return () => clearInterval(timer);
  }, [phase, done, total]);
  return timeLeftText(pace?.shown ?? null);
}
