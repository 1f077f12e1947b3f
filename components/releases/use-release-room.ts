"use client";

import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import type { z } from "zod";
import type { Release } from "@/components/releases/release-types";
import { useWatchedReleases } from "@/components/releases/use-watched-releases";
import { messageOf } from "@/components/ui/form-problem";
import { useToast } from "@/components/ui/toast";
import { useApiForm } from "@/components/ui/use-api-form";
import { useUnsavedWarning } from "@/components/ui/use-unsaved-warning";
import { call } from "@/lib/operations/client";
import { publishRelease, regenerateRelease, updateRelease } from "@/lib/releases/contract";

const NotesFields = updateRelease.body.required();
export type Notes = z.infer<typeof NotesFields>;

const whole = (release: Release) => release;
const notesOf = ({ title, content }: Notes): Notes => ({ title, content });

/** A release on its page: as it is now, the form with its text, and what can be done with it. */
export function useReleaseRoom(projectId: string, given: Release) {
  const router = useRouter();
  const toast = useToast();
  const [own, setOwn] = useState(given);
  const latest = own.updatedAt > given.updatedAt ? own : given;
  const [release = latest] = useWatchedReleases(projectId, [latest], whole);
  const [replaced, setReplaced] = useState<number | null>(null);
  const ids = { projectId, releaseId: release.id };
  const notes = useApiForm<Notes>({
    schema: NotesFields,
    start: notesOf(release),
    send: (fields) => save(fields),
  });
  const { reset, getValues, setValue, formState } = notes.form;
  const { isDirty } = formState;
  useUnsavedWarning(isDirty);

  const { title, content, status } = release;
  // A text that came from elsewhere, such as a generation that has just ended.
  useEffect(() => {
    if (status !== "processing" && !isDirty) reset({ title, content });
  }, [title, content, status, isDirty, reset]);

  async function store(fields: Notes): Promise<Release> {
    const before = getValues();
    const saved = await call(updateRelease, { ...ids, ...fields });
    setOwn(saved);
    const typed = getValues();
    reset(notesOf(saved), { keepValues: typed.title !== before.title || typed.content !== before.content });
    // What was typed while this was on its way stays, and is unsaved.
    if (typed.title !== before.title) setValue("title", typed.title, { shouldDirty: true });
    if (typed.content !== before.content) setValue("content", typed.content, { shouldDirty: true });
    return saved;
  }

  async function save(fields: Notes) {
    const before = notesOf(release);
    await store(fields);
    toast.success("Saved", { undo: () => void takeBack(before) });
  }

  async function takeBack(before: Notes) {
    try {
      await store(before);
      toast.success("The notes are as before");
    } catch (error) {
      toast.error("The notes could not be put back", { description: messageOf(error) });
    }
  }

  /** What is published, sent or replaced is what is on the screen. */
  async function settle() {
    if (isDirty) await store(NotesFields.parse(getValues()));
  }

  async function publish() {
    await settle();
    setOwn(await call(publishRelease, ids));
    setReplaced(null);
    router.refresh();
  }

  async function regenerate() {
    await settle();
    const before = release.revision + (isDirty ? 1 : 0);
    const processing = await call(regenerateRelease, ids);
    reset(notesOf(release));
    setOwn(processing);
    setReplaced(before > 0 ? before : null);
  }

  async function restore(revision: Notes & { number: number }) {
    const before = notesOf(release);
    await store(notesOf(revision));
    setReplaced(null);
    toast.success(`Revision ${revision.number} is back`, { undo: () => void takeBack(before) });
  }

  return {
    release,
    notes,
    isDirty,
    settle,
    publish,
    regenerate,
    restore,
    /** The revision that a generation on this page has taken the place of. */
    replaced: status === "processing" || release.errorMessage !== null ? null : replaced,
    forgetReplaced: () => setReplaced(null),
  };
}

export type ReleaseRoomState = ReturnType<typeof useReleaseRoom>;
