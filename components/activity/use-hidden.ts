"use client";

import { useCallback, useSyncExternalStore } from "react";

const listeners = new Set<() => void>();

/** Whether somebody has hidden this in this browser, and how to do so. The server's page shows it. */
export function useHidden(name: string): [isHidden: boolean, hide: () => void] {
  const key = `hidden: ${name}`;
  const isHidden = useSyncExternalStore(
    subscribe,
    () => read(key),
    () => false,
  );
  const hide = useCallback(() => {
    try {
      localStorage.setItem(key, "yes");
    } catch {
      // Without storage it is back after a reload.
      hiddenHere.add(key);
    }
    for (const listener of listeners) listener();
  }, [key]);
  return [isHidden, hide];
}

const hiddenHere = new Set<string>();

function read(key: string): boolean {
  try {
    return hiddenHere.has(key) || localStorage.getItem(key) !== null;
  } catch {
    return hiddenHere.has(key);
  }
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
