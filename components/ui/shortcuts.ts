"use client";

import { useEffect, useLayoutEffect, useRef, useSyncExternalStore } from "react";
import { shortcutsAreOn } from "@/components/ui/shortcut-choice";
import { createKeyReader, type Shortcut } from "@/components/ui/shortcut-keys";

/** Shortcuts under one heading of the sheet. */
export type ShortcutSet = { title: string; shortcuts: readonly Shortcut[] };

type Held = { current: ShortcutSet };

/** A page is mounted before its frame the first time and after it later, so that the order says nothing. */
const held: Record<"page" | "frame", Held[]> = { page: [], frame: [] };

/** The one table of the shortcuts that work now. The page's own come first, and take their keys from the frame's. */
export function shortcutTable(): ShortcutSet[] {
  const known = new Set<string>();
  return [...held.page, ...held.frame]
    .map(({ current: { title, shortcuts } }) => {
      const own = shortcuts.filter(({ keys }) => !known.has(keys));
      for (const { keys } of shortcuts) known.add(keys);
      return { title, shortcuts: own };
    })
    .filter(({ shortcuts }) => shortcuts.length > 0);
}

/** Shortcuts for as long as the component is there. They are off while somebody types or has a dialog or menu open. */
export function useShortcuts(of: "page" | "frame", title: string, shortcuts: readonly Shortcut[]): void {
  const set = useRef<ShortcutSet>({ title, shortcuts });
  useLayoutEffect(() => {
    set.current = { title, shortcuts };
  });
  useEffect(() => {
    const sets = held[of];
    sets.push(set);
    return () => void sets.splice(sets.indexOf(set), 1);
  }, [of]);
}

/** Listens for all of them; called once, by the frame. */
export function useShortcutKeys(): void {
  useEffect(() => {
    const read = createKeyReader(() => performance.now());
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || isTaken(event)) return;
      const all = shortcutTable().flatMap(({ shortcuts }) => shortcuts);
      const { shortcut, handled } = read(event, all, shortcutsAreOn());
      if (handled) event.preventDefault();
      shortcut?.run();
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, []);
}

/** Elements in which keys have their own meaning. A select of ours is a button that finds options by their letters. */
const taken =
  'input, textarea, select, [contenteditable], [role="combobox"], [role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]';

/** Toasts are dialogs, too, but never open ones. */
const open = ':is([role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"])[data-open]';

function isTaken({ target }: KeyboardEvent): boolean {
  const inside = target instanceof Element && target.closest(taken) !== null;
  return inside || document.querySelector(open) !== null;
}

let sheetIsOpen = false;
const watchers = new Set<() => void>();

/** Opens or closes the sheet that lists them. */
export function showShortcuts(show: boolean): void {
  sheetIsOpen = show;
  for (const watcher of watchers) watcher();
}

export function useShortcutSheet(): boolean {
  return useSyncExternalStore(
    (watcher) => {
      watchers.add(watcher);
      return () => void watchers.delete(watcher);
    },
    () => sheetIsOpen,
    () => false,
  );
}
