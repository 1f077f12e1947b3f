"use client";

import { useEffect } from "react";
import { anyHolds, type Guard } from "@/components/ui/navigation";

/** The part of the browser's Navigation API that is used here, if the browser has it. */
type Entries = EventTarget & {
  currentEntry: { key: string } | null;
  traverseTo: (key: string) => { committed: Promise<unknown>; finished: Promise<unknown> };
};

/**
 * Asks before Back and Forward discard what was typed. The browser has moved by then, so the entry is put back
 * first; the router and the state in the address never learn of the move unless the person wants it.
 */
export function useHistoryGuard(guards: Set<Guard>, ask: () => Promise<boolean>): void {
  useEffect(() => {
    const place = "navigation" in window ? byEntries(window.navigation as Entries) : byAddress();
    let asking = false;
    let leaving = false;

    async function askOnce() {
      if (asking) return;
      asking = true;
      leaving = await ask();
      asking = false;
      if (leaving) place.leave();
    }

    function onPop(event: PopStateEvent) {
      if (place.isShown()) {
        if (place.returning()) event.stopImmediatePropagation();
        return;
      }
      if (leaving || !anyHolds(guards)) {
        leaving = false;
        place.show();
        return;
      }
      event.stopImmediatePropagation();
      place.putBack();
      void askOnce();
    }

    // In the capture phase it comes before the router's.
    window.addEventListener("popstate", onPop, { capture: true });
    return () => {
      window.removeEventListener("popstate", onPop, { capture: true });
      place.stop();
    };
  }, [guards, ask]);
}

/** Entries have keys, so any number of steps in both directions can be undone and done again. */
function byEntries(entries: Entries) {
  const key = () => entries.currentEntry?.key ?? "";
  let shown = key();
  let wanted = shown;
  let returning = false;
  const onChange = (event: Event & { navigationType?: string }) => {
    if (event.navigationType !== "traverse") shown = key();
  };
  entries.addEventListener("currententrychange", onChange);

  function open(entry: string) {
    const { committed, finished } = entries.traverseTo(entry);
    // Rejected if another navigation interrupts this one; that is handled by its own event.
    for (const each of [committed, finished]) each.catch(() => {});
  }

  return {
    isShown: () => key() === shown,
    returning() {
      const was = returning;
      returning = false;
      return was;
    },
    show() {
      shown = key();
    },
    putBack() {
      wanted = key();
      returning = true;
      open(shown);
    },
    leave: () => open(wanted),
    stop: () => entries.removeEventListener("currententrychange", onChange),
  };
}

/**
 * Without keys, the current entry is pushed again after the one that was wanted, so leaving is one step back. The
 * current address has to be known before the move, so it is noted on every interaction with the page.
 */
function byAddress() {
  const now = () => ({ href: window.location.href, state: window.history.state as unknown });
  let shown = now();
  const show = () => {
    shown = now();
  };
  const acts = ["input", "click", "keydown"];
  for (const act of acts) window.addEventListener(act, show, { capture: true });
  return {
    isShown: () => false,
    returning: () => false,
    show,
    putBack: () => window.history.pushState(shown.state, "", shown.href),
    leave: () => window.history.back(),
    stop: () => {
      for (const act of acts) window.removeEventListener(act, show, { capture: true });
    },
  };
}
