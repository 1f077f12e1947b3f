"use client";

import { useDeferredValue, useState } from "react";
import { useWatch } from "react-hook-form";
import { type KnownNotes, MarkdownView } from "@/components/releases/markdown-view";
import type { ReleaseRoomState } from "@/components/releases/use-release-room";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { cn } from "@/components/ui/cn";
import { FormFrame } from "@/components/ui/form-frame";
import { FormLines, FormText } from "@/components/ui/form-text";
import { Segments } from "@/components/ui/segments";
import { RelativeTime } from "@/components/ui/times";
import { useToast } from "@/components/ui/toast";

type View = "write" | "preview";

export type NotesEditorProps = { room: ReleaseRoomState; preview: KnownNotes | undefined };

/** Title and Markdown of a release with a preview beside them; narrow screens show one at a time. */
export function NotesEditor({ room: { frame, draft }, preview }: NotesEditorProps) {
  const [view, setView] = useState<View>("write");
  return (
    <FormFrame of={frame} on="page" submitLabel="Save" aria-label="Edit release">
      {draft.restoredAt === null ? null : <Restored at={draft.restoredAt} discard={draft.discard} />}
      <FormText name="title" label="Title" autoComplete="off" />
      <Segments
        label="What is shown"
        className="w-fit xl:hidden"
        segments={views}
        value={view}
        onChange={setView}
      />
      <div className="grid gap-4 xl:grid-cols-2">
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
        <Preview frame={frame} known={preview} className={view === "write" ? "max-xl:hidden" : ""} />
      </div>
    </FormFrame>
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

type PreviewProps = Pick<ReleaseRoomState, "frame"> & { known: KnownNotes | undefined; className: string };

function Preview({ frame, known, className }: PreviewProps) {
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
          <MarkdownView content={content} known={known} />
        ) : (
          <p className="text-ink-mute">What you write shows up here.</p>
        )}
      </section>
    </div>
  );
}
