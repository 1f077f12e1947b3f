"use client";

import { useEffect, useRef, useState, useSyncExternalStore } from "react";

const query = "(width >= 48rem)";

/** Whether list and detail fit side by side: Tailwind's `md`. The server assumes so. */
export function useWide(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => window.matchMedia(query).matches,
    () => true,
  );
}

function subscribe(listener: () => void) {
  const media = window.matchMedia(query);
  media.addEventListener("change", listener);
  return () => media.removeEventListener("change", listener);
}

export type ShownItem<T> = {
  item: T | undefined;
  /** Whether the address names one that does not exist, or no longer does. */
  missing: boolean;
  /** Makes another one the default, such as the neighbour of a deleted one. */
  prefer: (id: string | undefined) => void;
};

type Shown<T> = { all: readonly T[]; matching: readonly T[]; selected: string; wide: boolean };

/**
 * The one in the detail of a live list: the chosen one. If none is chosen, wide screens show the newest at that time, and keep
 * it when newer ones arrive, so that it does not change while somebody reads it.
 */
export function useShownItem<T extends { id: string }>({
  all,
  matching,
  selected,
  wide,
}: Shown<T>): ShownItem<T> {
  const [preferred, setPreferred] = useState(matching[0]?.id);
  if (selected) {
    const item = all.find(({ id }) => id === selected);
    return { item, missing: !item, prefer: setPreferred };
  }
  const item = matching.find(({ id }) => id === preferred) ?? matching[0];
  if (item && item.id !== preferred) setPreferred(item.id);
  return { item: wide ? item : undefined, missing: false, prefer: setPreferred };
}

/** Counts in the tab's title what came in while the page was in the background. */
export function useUnseenTitle(newest: number) {
  const latest = useRef(newest);
  const seen = useRef(newest);
  const plain = useRef("");

  useEffect(() => {
    const look = () => {
      if (document.hidden) return;
      seen.current = latest.current;
      if (plain.current) document.title = plain.current;
      plain.current = "";
    };
    document.addEventListener("visibilitychange", look);
    return () => {
      document.removeEventListener("visibilitychange", look);
      look();
    };
  }, []);

  useEffect(() => {
    latest.current = newest;
    if (!document.hidden) seen.current = newest;
    else if (newest > seen.current) {
      plain.current ||= document.title;
      document.title = `(${newest - seen.current}) ${plain.current}`;
    }
  }, [newest]);
}
