"use client";

import { useEffect, useRef, useState } from "react";
import type { FieldValues } from "react-hook-form";
import { changesOf, type DraftStore, draftStore } from "@/components/releases/draft-store";
import type { FormState } from "@/components/ui/use-form-frame";

const keepEveryMs = 500;

/**
 * Keeps unsaved text in this browser until it is saved, and restores it when the page is opened again.
 * @param owner account and release
 * @param stored the fields as they are saved, and `version`, which changes with them
 */
export function useDraft<V extends FieldValues>(
  owner: string,
  frame: FormState<V>,
  stored: Record<string, string>,
  version: string,
) {
  const [restoredAt, setRestoredAt] = useState<number | null>(null);
  const keep = useRef(() => {});
  const untouched = useRef(false);
  const { form, unsaved } = frame;

  // biome-ignore lint/correctness/useExhaustiveDependencies: a draft is looked for once, over what is then stored
  useEffect(() => {
    const drafts = openDrafts(owner);
    if (!drafts) return;
    const found = drafts.newest();
    if (found) {
      frame.resume(changesOf(found, stored));
      untouched.current = frame.isUnsaved();
      if (untouched.current) setRestoredAt(found.at);
    }
    let timer: ReturnType<typeof setTimeout> | undefined;
    keep.current = () => {
      clearTimeout(timer);
      timer = undefined;
      const changes = frame.changes();
      if (changes.length > 0) drafts.keep(changes);
      else drafts.drop();
    };
    const soon = () => {
      untouched.current = false;
      timer ??= setTimeout(() => keep.current(), keepEveryMs);
    };
    const now = () => {
      if (timer) keep.current();
    };
    const stop = form.subscribe({ formState: { values: true }, callback: soon });
    window.addEventListener("pagehide", now);
    document.addEventListener("visibilitychange", now);
    return () => {
      now();
      stop();
      window.removeEventListener("pagehide", now);
      document.removeEventListener("visibilitychange", now);
    };
  }, [owner, form]);

  // After a save, the draft is empty or holds what was typed meanwhile, now compared with the newly saved text.
  // biome-ignore lint/correctness/useExhaustiveDependencies: that is when
  useEffect(() => keep.current(), [unsaved, version]);

  function discard(): () => void {
    const typed = frame.changes();
    frame.revert();
    setRestoredAt(null);
    untouched.current = false;
    return () => frame.resume(typed);
  }

  return {
    restoredAt: unsaved ? restoredAt : null,
    /** Whether it stands as it was restored: somebody may still want to discard it. */
    isUntouched: () => untouched.current,
    discard,
  };
}

/** Browsers can block storage; then there are no drafts. */
function openDrafts(owner: string): DraftStore | undefined {
  try {
    return draftStore(window.localStorage, owner);
  } catch {
    return undefined;
  }
}
