"use client";

import { useSyncExternalStore } from "react";

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
