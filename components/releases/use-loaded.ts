"use client";

import { useCallback, useEffect, useState } from "react";
import { messageOf } from "@/components/ui/form-problem";

export type Loaded<T> = {
  /** Undefined until it is there; what was there before stays until then. */
  data: T | undefined;
  problem: string | null;
  retry: () => void;
};

/** What a panel shows and the page did not bring along. Loads again whenever `load` is another one. */
export function useLoaded<T>(load: () => Promise<T>): Loaded<T> {
  const [data, setData] = useState<T>();
  const [problem, setProblem] = useState<string | null>(null);
  const [attempt, setAttempt] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt is what starts it anew
  useEffect(() => {
    let current = true;
    setProblem(null);
    load().then(
      (next) => current && setData(next),
      (error: unknown) => current && setProblem(messageOf(error)),
    );
    return () => {
      current = false;
    };
  }, [load, attempt]);

  const retry = useCallback(() => setAttempt((count) => count + 1), []);
  return { data, problem, retry };
}
