"use client";

import { useRef } from "react";
import type { z } from "zod";
import type { Release } from "@/components/releases/release-types";
import { useDraft } from "@/components/releases/use-draft";
import { messageOf } from "@/components/ui/form-problem";
import { useWrite } from "@/components/ui/queries";
import { useToast } from "@/components/ui/toast";
import { useFormFrame } from "@/components/ui/use-form-frame";
import {
  getRelease,
  publishRelease,
  regenerateRelease,
  unpublishRelease,
  updateRelease,
} from "@/lib/releases/notes/contract";

const NotesFields = updateRelease.body.required();
export type Notes = z.infer<typeof NotesFields>;

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
  const frame = useFormFrame<Notes, Release>({
    rules: NotesFields,
    edited: {
      row: release,
      read: { op: getRelease, input: ids },
      values: notesOf,
      fields: { title: "Title", content: "Markdown" },
      what: "release",
    },
    send(_, { changed, ifMatch }) {
      saved.current = notes;
      return write(updateRelease, { ...ids, ...changed(notesOf) }, { ifMatch });
    },
    titled: true,
    done() {
      const before = saved.current;
      if (!quiet.current) toast.success("Saved", { undo: () => void takeBack(before) });
    },
  });
  const draft = useDraft(`${accountId}/${release.id}`, frame, notes, release.updatedAt);

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

  async function regenerate() {
    const before = release.revision + (frame.isUnsaved() ? 1 : 0);
    await settle();
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

  return { release, frame, draft, settle, publish, unpublish, regenerate, restore };
}

export type ReleaseRoomState = ReturnType<typeof useReleaseRoom>;
