"use client";

import { Fragment, type RefObject, useCallback, useEffect, useRef, useSyncExternalStore } from "react";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Kbd } from "@/components/ui/kbd";
import { useNavigate } from "@/components/ui/navigation";
import { Switch } from "@/components/ui/switch";
import { mockLink } from "@/components/webhooks/mock-link";
import type { Asking } from "@/components/webhooks/request-pane";
import type { useCaptureActions } from "@/components/webhooks/use-capture-actions";
import type { InboxRoomModel } from "@/components/webhooks/use-inbox-room";

export type ShortcutsDialogProps = {
  shortcuts: readonly Shortcut[];
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

const names: Record<string, string> = { Escape: "Esc", Delete: "Del" };

export function ShortcutsDialog({ shortcuts, open, onOpenChange }: ShortcutsDialogProps) {
  const { on, choose } = useShortcutChoice();
  return (
    <Dialog title="Keyboard shortcuts" open={open} onOpenChange={onOpenChange} size="sm">
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-4 gap-y-2 text-sm">
        <Line keys={["↑", "↓"]} words="Go up and down, when the list has the focus" />
        {shortcuts.map(({ key, words }) => (
          <Line key={key} keys={[names[key] ?? key]} words={words} />
        ))}
      </dl>
      <div className="mt-5 border-line border-t pt-4">
        <Field layout="row" label="Single keys are shortcuts" hint="Arrow keys work in any case.">
          <Switch checked={on} onCheckedChange={choose} />
        </Field>
      </div>
    </Dialog>
  );
}

function Line({ keys, words }: { keys: readonly string[]; words: string }) {
  return (
    <>
      <dt className="flex gap-1">
        {keys.map((key) => (
          <Fragment key={key}>
            <Kbd>{key}</Kbd>
          </Fragment>
        ))}
      </dt>
      <dd className="text-ink-soft">{words}</dd>
    </>
  );
}

export type Shortcut = { key: string; words: string; run: () => void };

/** Keys of the page as a whole. They rest while somebody types or has a dialog or menu open. */
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

/** Where keys have a meaning of their own. Dialogs and menus hold the focus while they are open. */
const taken =
  'input, textarea, select, [contenteditable], [role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]';

function isTaken({ target }: KeyboardEvent): boolean {
  return target instanceof Element && target.closest(taken) !== null;
}

const storageKey = "shortcuts";
const listeners = new Set<() => void>();

/** Whoever speaks to the computer, or hits keys by accident, can switch single keys off. */
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
