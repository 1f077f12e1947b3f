"use client";

import { type ClipboardEvent, type DragEvent, type SyntheticEvent, useEffect, useRef, useState } from "react";
import { imageProblem, type ReleaseIds, writeAtCursor } from "@/components/releases/note-images";
import type { EditorKind } from "@/components/releases/use-editor-kind";
import { messageOf } from "@/components/ui/form-problem";
import { useWrite } from "@/components/ui/queries";
import { addReleaseAttachment } from "@/lib/releases/attachments/contract";
import { type AttachedImage, altOfFile, imageMarkdown } from "@/lib/releases/images/attached-images";

export type InsertImage = (image: AttachedImage) => void;

/** Files that become images of the notes: they are uploaded one after the other, and put where the cursor is then. */
export function useNoteImages(ids: ReleaseIds, insert: InsertImage) {
  const write = useWrite();
  const [uploading, setUploading] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const waiting = useRef<File[]>([]);
  const latest = useRef(insert);
  useEffect(() => {
    latest.current = insert;
  });

  async function upload(file: File): Promise<void> {
    const refused = await imageProblem(file);
    if (refused) throw new Error(refused);
    const { id, name } = await write(addReleaseAttachment, { ...ids, file });
    latest.current({ id, alt: altOfFile(name) });
  }

  /** Those that come while others are on their way wait for them. */
  async function add(files: readonly File[]): Promise<void> {
    const isBusy = waiting.current.length > 0;
    waiting.current.push(...files);
    if (isBusy || files.length === 0) return;
    setProblem(null);
    const problems: string[] = [];
    for (let count = 1; waiting.current[0]; count += 1) {
      const [file] = waiting.current;
      const all = count + waiting.current.length - 1;
      setUploading(`Uploading “${file.name}”${all > 1 ? ` (${count} of ${all})` : ""}…`);
      await upload(file).catch((error: unknown) => problems.push(messageOf(error)));
      waiting.current.shift();
    }
    setUploading(null);
    setProblem(problems.join(" ") || null);
  }

  return { add: (files: readonly File[]) => void add(files), uploading, problem };
}

/**
 * Images of the notes in both editors: where they go, and how they come by paste, drop and choice.
 * @param area the field with the Markdown
 * @param inserter is told how others put an image there
 */
export function useImagesOf(
  ids: ReleaseIds,
  kind: EditorKind,
  area: () => HTMLTextAreaElement | null,
  inserter: { current: InsertImage | undefined },
) {
  const rich = useRef<InsertImage>(undefined);
  const field = useRef<HTMLInputElement>(null);
  const hasCursor = useRef(false);
  const insert: InsertImage = (image) => {
    if (kind === "rich" && rich.current) return rich.current(image);
    const text = area();
    if (text) writeAtCursor(text, imageMarkdown(image), hasCursor.current);
  };
  const images = useNoteImages(ids, insert);
  useEffect(() => {
    inserter.current = insert;
  });
  const take = (event: SyntheticEvent, data: DataTransfer) => {
    // What comes with words, as from a table, is taken for these.
    if (data.files.length === 0 || data.getData("text/plain") !== "") return;
    event.preventDefault();
    images.add([...data.files]);
  };
  const taking = {
    onFocus: () => {
      hasCursor.current = true;
    },
    onPaste: (event: ClipboardEvent) => take(event, event.clipboardData),
    onDrop: (event: DragEvent) => take(event, event.dataTransfer),
    // Else the browser would open a file in place of the page.
    onDragOver: (event: DragEvent) => {
      if (event.dataTransfer.types.includes("Files")) event.preventDefault();
    },
  };
  return { ...images, rich, field, taking, choose: () => field.current?.click() };
}
