"use client";

import { parseAsString, parseAsStringLiteral, useQueryStates } from "nuqs";
import { useCallback, useRef } from "react";
import type { CaptureFilter } from "@/components/webhooks/capture-filter";
import { verdicts } from "@/lib/webhooks/signatures/contract";

const text = parseAsString.withDefault("");
const parsers = { method: text, q: text, signature: parseAsStringLiteral(verdicts), request: text };

/** The page state that is kept in its address: the filter and the chosen capture. */
export function useRoomAddress() {
  const [{ method, q, signature, request: selected }, write] = useQueryStates(parsers);
  /** Settles when the first chosen capture has been written to the address. */
  const opened = useRef<Promise<unknown>>(undefined);

  const setFilter = useCallback(
    ({ text: q, signature, ...rest }: Partial<CaptureFilter>) =>
      void write({
        ...rest,
        ...(q !== undefined && { q }),
        ...(signature !== undefined && { signature: signature || null }),
      }),
    [write],
  );

  /** The first chosen capture gets a history entry of its own, so that Back leads to the list. */
  const select = useCallback(
    (id: string) => {
      const written = write({ request: id }, { history: selected ? "replace" : "push" });
      if (!selected) opened.current = written;
    },
    [write, selected],
  );

  const close = useCallback(() => {
    const step = opened.current;
    opened.current = undefined;
    if (step) void step.then(() => window.history.back());
    else void write({ request: null });
  }, [write]);

  return {
    filter: { method, text: q, signature: signature ?? ("" as const) },
    selected,
    setFilter,
    select,
    close,
  };
}
