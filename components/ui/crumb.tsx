"use client";

import { useEffect, useLayoutEffect, useRef, useSyncExternalStore } from "react";

let current: string | undefined;
const listeners = new Set<() => void>();

function show(label: string | undefined): void {
  current = label;
  for (const listener of listeners) listener();
}

/** Names the thing that the page is about, for the end of the breadcrumbs. Renders nothing. */
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

/** The title of the tab is the server's, and one of its parts a name, which may change while the page is open. */
export function useTabTitle(name: string) {
  const shown = useRef(name);
  useEffect(() => {
    const part = (text: string) => ` · ${text} · `;
    const title = part(document.title).replace(part(shown.current), () => part(name));
    document.title = title.slice(3, -3);
    shown.current = name;
  }, [name]);
}
