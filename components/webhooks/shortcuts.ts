"use client";

import { type RefObject, useCallback, useEffect, useRef, useSyncExternalStore } from "react";
import { useNavigate } from "@/components/ui/navigation";
import { mockLink } from "@/components/webhooks/mock-link";
import type { Asking } from "@/components/webhooks/request-pane";
import type { useCaptureActions } from "@/components/webhooks/use-capture-actions";
import type { InboxRoomModel } from "@/components/webhooks/use-inbox-room";

export type Shortcut = { key: string; words: string; run: () => void };

/** Shortcuts for the whole page. They are off while somebody types or has a dialog or menu open. */
function useShortcuts(shortcuts: readonly Shortcut[]) {
  const { on } = useShortcutChoice();
  const current = useRef(shortcuts);
  useEffect(() => {
    current.current = shortcuts;
  });
  useEffect(() => {
    if (!on) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTaken(event)) return;
      const shortcut = current.current.find(({ key }) => key === event.key);
      if (!shortcut) return;
      event.preventDefault();
      shortcut.run();
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, [on]);
}

/** Elements in which keys have their own meaning. Dialogs and menus hold the focus while they are open. */
const taken =
  'input, textarea, select, [contenteditable], [role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]';

function isTaken({ target }: KeyboardEvent): boolean {
  return target instanceof Element && target.closest(taken) !== null;
}

const storageKey = "shortcuts";
const listeners = new Set<() => void>();

/** People who use speech input, or hit keys by accident, can switch single-key shortcuts off. */
export function useShortcutChoice() {
  const on = useSyncExternalStore(subscribe, read, () => true);
  const choose = useCallback((next: boolean) => {
    try {
      localStorage.setItem(storageKey, next ? "on" : "off");
    } catch {
      // Storage may be blocked; the keys then stay on.
    }
    for (const listener of listeners) listener();
  }, []);
  return { on, choose };
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  window.addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", listener);
  };
}

function read(): boolean {
  try {
    return localStorage.getItem(storageKey) !== "off";
  } catch {
    return true;
  }
}

type Parts = {
  room: InboxRoomModel;
  actions: ReturnType<typeof useCaptureActions>;
  searchField: RefObject<HTMLInputElement | null>;
  mocksBase: string;
  ask: (asking: Asking) => void;
  help: () => void;
};

/** The keys of an inbox's page. */
export function useRoomShortcuts({ room, actions, searchField, mocksBase, ask, help }: Parts): Shortcut[] {
  const navigate = useNavigate();
  const { shown } = room;
  const shortcuts: Shortcut[] = [
    { key: "j", words: "Next request", run: () => room.go(1) },
    { key: "k", words: "Previous request", run: () => room.go(-1) },
    { key: "n", words: "Show the newest", run: room.showNewest },
    { key: "p", words: "Pause or resume", run: room.togglePause },
    { key: "/", words: "Search", run: () => searchField.current?.focus() },
    { key: "c", words: "Copy as cURL", run: () => shown && void actions.copyCurl(shown) },
    { key: "r", words: "Replay", run: () => shown && ask("replay") },
    { key: "m", words: "Make a mock", run: () => shown && navigate(mockLink(mocksBase, shown)) },
    { key: "Delete", words: "Delete the request", run: () => shown && ask("delete") },
    { key: "Escape", words: "Back to the list", run: () => room.detailOpen && room.close() },
    { key: "?", words: "These shortcuts", run: help },
  ];
  useShortcuts(shortcuts);
  return shortcuts;
}
