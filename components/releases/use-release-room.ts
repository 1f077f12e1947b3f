"use client";

import { useEffect, useRef } from "react";
import type { z } from "zod";
import type { Release } from "@/components/releases/release-types";
import { useAutosave } from "@/components/releases/use-autosave";
import { useDraft } from "@/components/releases/use-draft";
import { messageOf } from "@/components/ui/form-problem";
import { useWrite } from "@/components/ui/queries";
import { useToast } from "@/components/ui/toast";
import { useFormFrame } from "@/components/ui/use-form-frame";
import { call } from "@/lib/operations/client";
import {
  getRelease,
  publishRelease,
  regenerateRelease,
  unpublishRelease,
  updateRelease,
} from "@/lib/releases/notes/contract";
import { cancelReleaseSchedule, scheduleRelease } from "@/lib/releases/schedule/contract";

const NotesFields = updateRelease.body.omit({ autosave: true }).required();
export type Notes = z.infer<typeof NotesFields>;
/** Browsers send only so much of what a page says when it is closed. */
const lastWordsMax = 20_000;

const notesOf = ({ title, content }: Notes): Notes => ({ title, content });

export type RoomSetup = {
  /** The current release. */
  release: Release;
  /** The account whose drafts are kept. */
  accountId: string;
  /** Called when notes are regenerated, with the revision that is replaced. */
  onReplace: (revision: number | null) => void;
};

/** A release with its notes in a form, and the actions on it. */
export function useReleaseRoom({ release, accountId, onReplace }: RoomSetup) {
  const toast = useToast();
  const write = useWrite();
  const quiet = useRef(false);
  const saved = useRef<Notes>(notesOf(release));
  const ids = { projectId: release.projectId, releaseId: release.id };
  const notes = notesOf(release);
  const settled = useRef(async () => {});
  const version = useRef<() => string | undefined>(() => undefined);
  const form = useFormFrame<Notes, Release>({
    rules: NotesFields,
    edited: {
      row: release,
      read: { op: getRelease, input: ids },
      values: notesOf,
      fields: { title: "Title", content: "Markdown" },
      what: "release",
    },
    async send(_, { changed }) {
      await settled.current();
      saved.current = notes;
      return write(updateRelease, { ...ids, ...changed(notesOf) }, { ifMatch: version.current() });
    },
    titled: true,
    done() {
      const before = saved.current;
      if (!quiet.current) toast.success("Saved", { undo: () => void takeBack(before) });
    },
  });
  const draft = useDraft(`${accountId}/${release.id}`, form, notes, release.updatedAt);
  const autosave = useAutosave({
    frame: form,
    isOn: release.status === "draft",
    isHeld: draft.isUntouched,
    isValid: (values) => NotesFields.safeParse(values).success,
    save: (changes, ifMatch, isLeaving) =>
      call(
        updateRelease,
        { ...ids, ...changes, autosave: true },
        { ifMatch, keepalive: isLeaving && (changes.content ?? "").length < lastWordsMax },
      ),
  });
  useEffect(() => {
    settled.current = autosave.settled;
    version.current = form.row.version;
  });
  // Until the answer of a save is here, its own text would look like somebody else's.
  const notice = (row: unknown) => {
    if (!autosave.isUnderWay()) form.row.notice(row);
  };
  const frame = { ...form, row: { ...form.row, notice } };

  async function store(fields: Notes): Promise<void> {
    frame.adopt(await write(updateRelease, { ...ids, ...fields }));
  }

  async function takeBack(before: Notes) {
    try {
      await store(before);
      toast.success("The notes are as before");
    } catch (error) {
      toast.error("The notes could not be put back", { description: messageOf(error) });
    }
  }

  /** Saves unsaved edits first, so that what is published, sent or replaced is what the screen shows. */
  async function settle() {
    quiet.current = true;
    try {
      await autosave.settled();
      if (!(await frame.settle()))
        throw new Error("The notes could not be saved first. The editor says why.");
    } finally {
      quiet.current = false;
    }
  }

  async function publish() {
    await settle();
    await write(publishRelease, ids);
    onReplace(null);
  }

  async function unpublish() {
    await settle();
    await write(unpublishRelease, ids);
    onReplace(null);
  }

  /** Null takes the time away. */
  async function schedule(publishAt: string | null) {
    await settle();
    await (publishAt === null
      ? write(cancelReleaseSchedule, ids)
      : write(scheduleRelease, { ...ids, publishAt }));
    onReplace(null);
  }

  async function regenerate() {
    await settle();
    // What saved itself since the page was last told has a number of its own.
    const { revision: before } = await call(getRelease, ids);
    await write(regenerateRelease, ids);
    onReplace(before > 0 ? before : null);
  }

  async function restore(revision: Notes & { number: number }) {
    await settle();
    const before = notesOf(frame.form.getValues());
    await store(notesOf(revision));
    onReplace(null);
    toast.success(`Revision ${revision.number} is back`, { undo: () => void takeBack(before) });
  }

  return { release, frame, draft, autosave, settle, publish, unpublish, schedule, regenerate, restore };
}

export type ReleaseRoomState = ReturnType<typeof useReleaseRoom>;
