"use client";

import { useLayoutEffect, useSyncExternalStore } from "react";

let current: string | undefined;
const listeners = new Set<() => void>();

function show(label: string | undefined): void {
  current = label;
  for (const listener of listeners) listener();
}

/** Sets the last breadcrumb to the name of what the page shows. Renders nothing. */
export function Crumb({ label }: { label: string }) {
  useLayoutEffect(() => {
    show(label);
    return () => show(undefined);
  }, [label]);
  return null;
}

export function useCrumb(): string | undefined {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    () => current,
    () => undefined,
  );
}
