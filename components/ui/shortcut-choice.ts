"use client";

import { useSyncExternalStore } from "react";

const storageKey = "shortcuts";
const listeners = new Set<() => void>();

/** People who use speech input, or hit keys by accident, can switch single-key shortcuts off. */
export const useShortcutChoice = () => useSyncExternalStore(subscribe, shortcutsAreOn, () => true);

export function shortcutsAreOn(): boolean {
  try {
    return localStorage.getItem(storageKey) !== "off";
  } catch {
    return true;
  }
}

export function chooseShortcuts(on: boolean): void {
  try {
    localStorage.setItem(storageKey, on ? "on" : "off");
  } catch {
    // Storage may be blocked; the keys then stay on.
  }
  for (const listener of listeners) listener();
}

/** Other tabs follow through the storage event. */
function subscribe(listener: () => void) {
  listeners.add(listener);
  window.addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", listener);
  };
}
