"use client";

import { useCallback, useEffect, useRef } from "react";

export type TypedAhead = { text: string; entered: boolean };
/** Ends the keeping and returns what was typed. */
export type TakeOver = () => TypedAhead;

const nothing: TypedAhead = { text: "", entered: false };

/**
 * While something with a field opens, keeps what is typed until the field takes over: its code may still be loading,
 * and keys pressed meanwhile would be lost.
 * @param cancel is called when Escape is pressed meanwhile
 */
export function useTypedAhead(open: boolean, cancel: () => void): TakeOver {
  const take = useRef<TakeOver>(() => nothing);
  const cancelled = useRef(cancel);
  cancelled.current = cancel;
  useEffect(() => {
    if (!open) return;
    let typed = nothing;
    const onKey = (event: KeyboardEvent) => {
      if (event.key === "Escape") cancelled.current();
      const next = event.ctrlKey || event.metaKey || event.altKey ? undefined : withKey(typed, event.key);
      if (!next) return;
      event.preventDefault();
      event.stopPropagation();
      typed = next;
    };
    const end = () => {
      window.removeEventListener("keydown", onKey, true);
      take.current = () => nothing;
    };
    take.current = () => {
      end();
      return typed;
    };
    window.addEventListener("keydown", onKey, true);
    return end;
  }, [open]);
  return useCallback(() => take.current(), []);
}

/** What has been typed after one more key; nothing for a key that isn't typing. */
export function withKey(typed: TypedAhead, key: string): TypedAhead | undefined {
  if (key === "Enter") return { ...typed, entered: true };
  if (key === "Backspace") return { ...typed, text: typed.text.slice(0, -1) };
  if (key.length !== 1) return undefined;
  return typed.entered ? typed : { ...typed, text: typed.text + key };
}
