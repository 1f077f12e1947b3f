"use client";

import { useDeferredValue, useEffect, useRef, useState } from "react";
import { useWatch } from "react-hook-form";
import { AddImage, ImageField, ImageState } from "@/components/releases/image-field";
import { type KnownNotes, MarkdownView } from "@/components/releases/markdown-view";
import { imageAddress, type ReleaseIds } from "@/components/releases/note-images";
import type { RichEditorProps } from "@/components/releases/rich-text/rich-editor";
import { SaveLine } from "@/components/releases/save-line";
import { type EditorKind, useEditorKind } from "@/components/releases/use-editor-kind";
import { type InsertImage, useImagesOf } from "@/components/releases/use-note-images";
import type { ReleaseRoomState } from "@/components/releases/use-release-room";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { cn } from "@/components/ui/cn";
import { Field } from "@/components/ui/field";
import { FormFrame } from "@/components/ui/form-frame";
import { FormLines, FormText } from "@/components/ui/form-text";
import { laterComponent } from "@/components/ui/later";
import { Segments } from "@/components/ui/segments";
import { RelativeTime } from "@/components/ui/times";
import { useToast } from "@/components/ui/toast";
import { SkeletonRows } from "@/components/ui/waiting";

const RichEditor = laterComponent<RichEditorProps>(
  () => import("@/components/releases/rich-text/rich-editor").then((file) => file.RichEditor),
  <SkeletonRows label="Loading the editor" />,
);

type View = "write" | "preview";

export type NotesEditorProps = {
  room: ReleaseRoomState;
  preview: KnownNotes | undefined;
  /** How others put an image at the cursor. */
  inserter: { current: InsertImage | undefined };
};

/** Title and notes of a release: as Markdown with a preview beside it, or as their readers see them. */
export function NotesEditor({ room, preview, inserter }: NotesEditorProps) {
  const { frame, draft, autosave, release } = room;
  const [view, setView] = useState<View>("write");
  const [kind, choose] = useEditorKind();
  const { switchTo, cursor, field, area } = useCursor(kind, choose);
  const ids = { projectId: release.projectId, releaseId: release.id };
  const images = useImagesOf(ids, kind, area, inserter);
  const stored = frame.form.formState.defaultValues?.content ?? "";
  // A field has line ends of its own; the notes keep theirs.
  frame.form.register("content", { setValueAs: (typed: string) => withLineEndsOf(stored, typed) });
  const isRich = kind === "rich";
  const isPublished = release.status === "published";
  return (
    <FormFrame
      of={frame}
      on="page"
      submitLabel={isPublished ? "Update" : "Save"}
      saves={!isPublished && draft.restoredAt === null && !troubles.has(autosave.state.kind)}
      beside={
        <SaveLine
          state={autosave.state}
          isPublished={isPublished}
          onRetry={() => void autosave.now()}
          onCompare={frame.submit}
        />
      }
      aria-label="Edit release"
    >
      {draft.restoredAt === null ? null : <Restored at={draft.restoredAt} discard={draft.discard} />}
      <FormText name="title" label="Title" autoComplete="off" />
      <div className="flex flex-wrap gap-2">
        <Segments label="Editor" segments={kinds} value={kind} onChange={switchTo} />
        <Segments
          label="What is shown"
          className={cn("w-fit xl:hidden", isRich && "hidden")}
          segments={views}
          value={view}
          onChange={setView}
        />
        {isRich ? null : <AddImage onClick={images.choose} />}
        <ImageField field={images.field} onFiles={images.add} />
      </div>
      <ImageState uploading={images.uploading} problem={images.problem} />
      <div ref={field} {...images.taking} className={cn("grid gap-4 xl:grid-cols-2", isRich && "hidden")}>
        <div className={cn("min-w-0", view === "preview" && "max-xl:hidden")}>
          <FormLines
            name="content"
            label="Markdown"
            mono
            spellCheck
            rows={26}
            className="min-h-96 xl:h-[70dvh]"
          />
        </div>
        {isRich ? null : (
          <Preview
            frame={frame}
            release={ids}
            known={preview}
            className={view === "write" ? "max-xl:hidden" : ""}
          />
        )}
      </div>
      <RichNotes
        frame={frame}
        isShown={isRich}
        cursor={cursor}
        addressOf={(attachmentId) => imageAddress(ids, attachmentId)}
        onFiles={images.add}
        onUpload={images.choose}
        inserter={images.rich}
      />
    </FormFrame>
  );
}

/** What is asked about when somebody leaves. */
const troubles: ReadonlySet<string> = new Set(["failed", "clash", "again"]);

const kinds = [
  { value: "markdown", label: "Markdown" },
  { value: "rich", label: "Rich text" },
] as const;

/** Takes the place of the cursor from one editor to the other. */
function useCursor(kind: EditorKind, choose: (kind: EditorKind) => void) {
  const cursor = useRef(0);
  const field = useRef<HTMLDivElement>(null);
  const [switched, setSwitched] = useState(0);
  const area = () => field.current?.querySelector("textarea") ?? null;

  function switchTo(next: EditorKind) {
    if (next === "rich") cursor.current = area()?.selectionStart ?? 0;
    choose(next);
    setSwitched((count) => count + 1);
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when somebody has chosen
  useEffect(() => {
    if (switched === 0 || kind !== "markdown") return;
    area()?.focus();
    area()?.setSelectionRange(cursor.current, cursor.current);
  }, [switched]);
  return { switchTo, cursor, field, area };
}

function withLineEndsOf(stored: string, typed: string): string {
  // What has any of its own comes from the rich editor, which keeps them.
  if (!stored.includes("\r") || typed.includes("\r")) return typed;
  if (stored.replace(/\r\n?/g, "\n") === typed) return stored;
  return stored.includes("\r\n") ? typed.replace(/\n/g, "\r\n") : typed;
}

/** Each key looks at all blocks: what is longer would be slow to write in. */
const richLengthMax = 200_000;

type RichNotesProps = Pick<ReleaseRoomState, "frame"> & Omit<RichEditorProps, "value" | "onChange">;

/** The rich editor, from when it is first shown: it keeps its history while the other one is. */
function RichNotes({ frame: { form }, ...editor }: RichNotesProps) {
  const { isShown } = editor;
  const [isOpen, setOpen] = useState(isShown);
  if (isShown && !isOpen) setOpen(true);
  const value = useWatch({ control: form.control, name: "content" });
  const error = form.formState.errors.content?.message;
  if (!isOpen) return null;
  if (value.length > richLengthMax) {
    return isShown ? <Callout>These notes are too long for rich text. Edit them as Markdown.</Callout> : null;
  }
  return (
    <div className={isShown ? "" : "hidden"}>
      <Field label="Notes" error={error}>
        <RichEditor
          {...editor}
          value={value}
          onChange={(text) => form.setValue("content", text, { shouldDirty: true })}
        />
      </Field>
    </div>
  );
}

type RestoredProps = { at: number; discard: () => () => void };

function Restored({ at, discard }: RestoredProps) {
  const toast = useToast();
  return (
    <Callout
      live
      actions={
        <Button
          size="sm"
          onClick={() => {
            const undo = discard();
            toast.success("Discarded what you had not saved", { undo });
          }}
        >
          Discard
        </Button>
      }
    >
      Restored what you had not saved (<RelativeTime value={new Date(at)} />)
    </Callout>
  );
}

const views = [
  { value: "write", label: "Write" },
  { value: "preview", label: "Preview" },
] as const;

type PreviewProps = Pick<ReleaseRoomState, "frame"> & {
  release: ReleaseIds;
  known: KnownNotes | undefined;
  className: string;
};

function Preview({ frame, release, known, className }: PreviewProps) {
  const content = useDeferredValue(useWatch({ control: frame.form.control, name: "content" }));
  return (
    <div className={cn("flex min-w-0 flex-col gap-1.5", className)}>
      <p aria-hidden className="font-medium text-ink text-sm">
        Preview
      </p>
      <section
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
        tabIndex={0}
        aria-label="Preview"
        className="min-h-96 overflow-y-auto rounded-md border border-line bg-surface px-5 py-4 xl:h-[70dvh]"
      >
        {content.trim() ? (
          <MarkdownView content={content} release={release} known={known} />
        ) : (
          <p className="text-ink-mute">What you write shows up here.</p>
        )}
      </section>
    </div>
  );
}
