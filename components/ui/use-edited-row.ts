"use client";

import { type RefObject, useRef, useState } from "react";
import type { FieldValues, Path, PathValue, UseFormReturn } from "react-hook-form";
import { changedNames, mergeValues, same, takenLabels } from "@/components/ui/form-values";
import type { Operation } from "@/lib/operations/operation";

/** A field in words: its label, and what it holds where that is not simply its text. */
type FieldWords<T> = string | { label: string; text: (value: T) => string };

export type Edited<V, R> = {
  row: R & { updatedAt: string };
  /** How the row is refetched; `row` extracts it from an answer that contains more. */
  read: { op: Operation; input: object; row?: (answer: unknown) => unknown };
  values: (row: R) => V;
  fields: { [Name in keyof V]-?: FieldWords<V[Name]> };
  /** What kind of thing: "mock". */
  what: string;
  /** Creates the row again from the form's values, after somebody deleted it. */
  anew?: (values: V) => Promise<R>;
};

export type Clash = { name: string; label: string; mine: string; theirs: string };

/** A field whose value differs from the saved one. */
export type Change = { name: string; from: unknown; to: unknown };

export type Whose = "mine" | "theirs";

/** What a form's frame shows of its row. */
export type RowNews = {
  read: Edited<never, never>["read"] | undefined;
  given: unknown;
  what: string;
  clashes: readonly Clash[];
  /** Labels of the fields that somebody else changed; the form shows the new values. */
  taken: readonly string[];
  gone: boolean;
  setGone: (gone: boolean) => void;
  /** The person is to choose between both values. */
  asking: boolean;
  setAsking: (asking: boolean) => void;
  notice: (row: unknown) => void;
  /** The state of the row that is known, as `If-Match` names it. */
  version: () => string | undefined;
  decide: (whose: Record<string, Whose>) => void;
  submit: () => void;
  anew: (() => Promise<unknown>) | undefined;
};

type Parts<V extends FieldValues, R> = {
  form: UseFormReturn<V, unknown, V>;
  /** The values that count as saved. */
  base: RefObject<V>;
  edited: Edited<V, R> | undefined;
  check: () => void;
};

const versionOf = (row: unknown) => (row as { updatedAt: string }).updatedAt;

/** Tracks the row behind a form while others may change it too, and merges their changes with the form's. */
export function useEditedRow<V extends FieldValues, R>({ form, base, edited, check }: Parts<V, R>) {
  const seen = useRef<R | undefined>(edited?.row);
  const [clashes, setClashes] = useState<readonly Clash[]>([]);
  const [asking, setAsking] = useState(false);
  const [taken, setTaken] = useState<readonly string[]>([]);
  const [gone, setGone] = useState(false);

  const put = (name: string, value: unknown) => {
    form.setValue(name as Path<V>, value as PathValue<V, Path<V>>);
    form.clearErrors(name as Path<V>);
  };

  function wordsOf(name: string, values: V) {
    const words = edited?.fields[name] ?? name;
    const value = values[name] as V[string];
    if (typeof words === "object") return { label: words.label, text: words.text(value) };
    return { label: words, text: typeof value === "boolean" ? (value ? "On" : "Off") : String(value ?? "") };
  }

  /** Takes over changes by others, except in fields that were edited here. */
  function meet(row: R) {
    if (!edited) return;
    seen.current = row;
    const mine = form.getValues();
    const theirs = edited.values(row);
    const merged = mergeValues(base.current, mine, theirs);
    base.current = merged.base as V;
    for (const name of merged.taken) put(name, theirs[name]);
    // A field that was not there before has not changed.
    const changed = merged.taken.filter((name) => name in mine);
    const found = merged.clashes.map((name) => {
      const { label, text } = wordsOf(name, mine);
      return { name, label, mine: text, theirs: wordsOf(name, theirs).text };
    });
    setTaken((before) =>
      takenLabels(
        before,
        changed.map((name) => wordsOf(name, theirs).label),
        found,
      ),
    );
    setClashes((before) => (same(before, found) ? before : found));
    check();
    return found;
  }

  /** Applies the person's choice for fields that both sides changed. The save then goes on with the result. */
  function decide(whose: Record<string, Whose>) {
    if (!edited || !seen.current) return;
    const theirs = edited.values(seen.current);
    for (const { name } of clashes) if (whose[name] === "theirs") put(name, theirs[name]);
    base.current = theirs;
    setClashes([]);
    setAsking(false);
    check();
  }

  const changes = (): Change[] => {
    const now = form.getValues();
    return changedNames(base.current, now).map((name) => ({
      name,
      from: base.current[name],
      to: now[name],
    }));
  };

  /** Restores earlier unsaved changes, as if the form had stayed open. */
  function resume(typed: readonly Change[]) {
    for (const { name, from, to } of typed) {
      base.current = { ...base.current, [name]: from };
      put(name, to);
    }
    if (seen.current) meet(seen.current);
  }

  /** Discards all edits and shows the stored row. */
  function revert() {
    if (!edited || !seen.current) return;
    base.current = edited.values(seen.current);
    for (const [name, value] of Object.entries(base.current)) put(name, value);
    setTaken([]);
    setClashes([]);
    check();
  }

  return {
    changes,
    resume,
    revert,
    clashes,
    taken,
    gone,
    asking,
    setAsking,
    setGone,
    meet,
    decide,
    version: () => seen.current && versionOf(seen.current),
    current: () => seen.current,
    /** Takes the row from the page or a query. It may be older than the answer of the last save. */
    notice(row: unknown) {
      setGone(false);
      if (seen.current && versionOf(row) > versionOf(seen.current)) meet(row as R);
    },
    /** Whether the person has to decide before anything is sent. */
    askAboutClashes(): boolean {
      const open = edited && seen.current ? (meet(seen.current) ?? []) : [];
      setAsking(open.length > 0);
      return open.length > 0;
    },
    /** Takes the save's answer as the saved row, and keeps what was typed while the save was running. */
    saved(row: R, sent: V) {
      if (!edited) return;
      seen.current = row;
      base.current = edited.values(row);
      const now = form.getValues();
      for (const [name, value] of Object.entries(base.current)) {
        if (same(now[name], sent[name]) && !same(now[name], value)) put(name, value);
      }
      setTaken([]);
      setClashes([]);
      setGone(false);
    },
  };
}
