"use client";

import { useSearchParams } from "next/navigation";
import { useCallback, useEffect, useRef, useState } from "react";
import { writeParams } from "@/components/ui/write-params";
import type { CaptureFilter } from "@/components/webhooks/capture-filter";

const writeAfterMs = 300;

type Shown = CaptureFilter & { selected: string };

/**
 * What the page shows, as its address says: the filter and the chosen capture. Changes show at once and are
 * written to the address, since the router would take its time; going back reads the address again.
 */
export function useRoomAddress() {
  const first = useSearchParams();
  const [shown, setShown] = useState(() => readAddress(first ?? new URLSearchParams()));
  const opened = useRef(false);

  const { method, text, selected } = shown;
  // Several changes can come before the next render.
  const current = useRef(shown);
  const change = useCallback((next: Partial<Shown>) => {
    current.current = { ...current.current, ...next };
    setShown(current.current);
  }, []);

  useEffect(() => {
    const reread = () => change(readAddress(new URLSearchParams(window.location.search)));
    window.addEventListener("popstate", reread);
    return () => window.removeEventListener("popstate", reread);
  }, [change]);

  useEffect(() => {
    // Safari refuses more than a hundred changes in ten seconds.
    const timer = setTimeout(() => writeAddress({ ...current.current, text }, "replace"), writeAfterMs);
    return () => clearTimeout(timer);
  }, [text]);

  const setFilter = useCallback(
    (filter: Partial<CaptureFilter>) => {
      change(filter);
      if (filter.method !== undefined) writeAddress(current.current, "replace");
    },
    [change],
  );

  /** The first capture is a step of its own, so that "back" leads to the list. */
  const select = useCallback(
    (id: string) => {
      const step = current.current.selected ? "replace" : "push";
      opened.current ||= step === "push";
      change({ selected: id });
      writeAddress(current.current, step);
    },
    [change],
  );

  const close = useCallback(() => {
    change({ selected: "" });
    if (opened.current) window.history.back();
    else writeAddress(current.current, "replace");
    opened.current = false;
  }, [change]);

  return { filter: { method, text }, selected, setFilter, select, close };
}

/** The whole of it: under load the router puts an older address back for a moment, which is no ground to build on. */
function writeAddress({ method, text, selected }: Shown, step: "push" | "replace"): void {
  writeParams({ method, q: text, request: selected }, step);
}

function readAddress(params: { get(name: string): string | null }): Shown {
  return {
    method: params.get("method") ?? "",
    text: params.get("q") ?? "",
    selected: params.get("request") ?? "",
  };
}
