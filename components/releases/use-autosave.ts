"use client";

import { useCallback, useEffect, useRef, useState } from "react";
import type { Notes } from "@/components/releases/use-release-room";
import { messageOf } from "@/components/ui/form-problem";
import type { FormState } from "@/components/ui/use-form-frame";
import { ApiError } from "@/lib/operations/client";

/** How soon after the last key, and how long after the first one at the latest. */
const restMs = 2000;
const longestMs = 10_000;
/** When a save is tried again that nobody answered. */
const againMs = 10_000;

export type SaveState =
  | { kind: "idle" }
  | { kind: "saving" }
  /** Somebody else saved first; both go together, and it is tried at once. */
  | { kind: "again" }
  | { kind: "saved"; at: Date }
  /** Kept in this browser; `isAway`: nobody answers. */
  | { kind: "failed"; isAway: boolean; message: string }
  | { kind: "clash" };

type Setup = {
  frame: FormState<Notes>;
  /** Drafts save themselves; what everybody sees does not. */
  isOn: boolean;
  /** Whether what differs was not typed here and waits for a person to say what becomes of it. */
  isHeld: () => boolean;
  /** Whether the notes could be saved as they are. */
  isValid: (values: Notes) => boolean;
  save: (changes: Partial<Notes>, ifMatch: string | undefined, isLeaving: boolean) => Promise<unknown>;
};

/** Saves notes while somebody writes, without a word but the line that tells how it went. */
export function useAutosave(setup: Setup) {
  const [state, setState] = useState<SaveState>({ kind: "idle" });
  const latest = useRef(setup);
  useEffect(() => {
    latest.current = setup;
  });
  const underWay = useRef<Promise<void> | null>(null);
  const timers = useRef<{ rest?: ReturnType<typeof setTimeout>; longest?: ReturnType<typeof setTimeout> }>(
    {},
  );

  const clear = useCallback(() => {
    clearTimeout(timers.current.rest);
    clearTimeout(timers.current.longest);
    timers.current = {};
  }, []);

  const attempt = useCallback(async (isLeaving: boolean): Promise<void> => {
    const { frame, isOn, isHeld, isValid, save } = latest.current;
    const sent = frame.form.getValues();
    if (!isOn || isHeld() || frame.row.gone || !frame.isUnsaved() || !isValid(sent)) return;
    if (frame.row.clashes.length > 0) return setState({ kind: "clash" });
    const changes = Object.fromEntries(frame.changes().map(({ name, to }) => [name, to])) as Partial<Notes>;
    setState({ kind: "saving" });
    try {
      frame.adopt(await save(changes, frame.row.version(), isLeaving), { ...sent });
      setState({ kind: "saved", at: new Date() });
    } catch (error) {
      // Their version is taken in where the two do not clash; where they do, the person chooses.
      if (error instanceof ApiError && error.code === "changed")
        latest.current.frame.row.notice(error.current);
      setState(failureOf(error));
    }
  }, []);

  const now = useCallback(
    async (isLeaving = false): Promise<void> => {
      clear();
      await underWay.current;
      underWay.current = attempt(isLeaving).finally(() => {
        underWay.current = null;
      });
      await underWay.current;
    },
    [attempt, clear],
  );

  useTriggers({ form: setup.frame.form, isOn: setup.isOn, timers, now });
  useRetries(state, now);
  const { clashes } = setup.frame.row;
  const shown: SaveState = clashes.length > 0 && setup.isOn ? { kind: "clash" } : state;
  return {
    state: shown,
    now,
    /** Waits for what is on its way, because the next save has to know its answer. */
    settled: async () => void (await underWay.current),
    isUnderWay: () => underWay.current !== null,
  };
}

function failureOf(error: unknown): SaveState {
  if (error instanceof ApiError && error.code === "changed") return { kind: "again" };
  const isAway = !(error instanceof ApiError) || error.status === 0 || error.status >= 500;
  return { kind: "failed", isAway, message: messageOf(error) };
}

type Triggers = {
  form: Setup["frame"]["form"];
  isOn: boolean;
  timers: { current: { rest?: ReturnType<typeof setTimeout>; longest?: ReturnType<typeof setTimeout> } };
  now: (isLeaving?: boolean) => Promise<void>;
};

/** Typing, and leaving: the page, its tab, or the whole browser. */
function useTriggers({ form, isOn, timers, now }: Triggers) {
  useEffect(() => {
    if (!isOn) return;
    const typed = () => {
      clearTimeout(timers.current.rest);
      timers.current.rest = setTimeout(() => void now(), restMs);
      timers.current.longest ??= setTimeout(() => void now(), longestMs);
    };
    const left = () => {
      if (document.visibilityState === "hidden") void now(true);
    };
    const closed = () => void now(true);
    const stop = form.subscribe({ formState: { values: true }, callback: typed });
    document.addEventListener("visibilitychange", left);
    window.addEventListener("pagehide", closed);
    return () => {
      stop();
      document.removeEventListener("visibilitychange", left);
      window.removeEventListener("pagehide", closed);
      void now(true);
    };
  }, [form, isOn, timers, now]);
}

/** What nobody answered is tried again, and as soon as the browser is back online. */
function useRetries(state: SaveState, now: () => Promise<void>) {
  useEffect(() => {
    if (state.kind !== "again" && !(state.kind === "failed" && state.isAway)) return;
    const timer = setTimeout(() => void now(), state.kind === "again" ? 0 : againMs);
    const back = () => void now();
    window.addEventListener("online", back);
    return () => {
      clearTimeout(timer);
      window.removeEventListener("online", back);
    };
  }, [state, now]);
}
