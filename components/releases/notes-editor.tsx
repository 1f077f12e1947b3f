"use client";

import { useDeferredValue, useState } from "react";
import { useWatch } from "react-hook-form";
import { MarkdownView } from "@/components/releases/markdown-view";
import type { Notes } from "@/components/releases/use-release-room";
import { cn } from "@/components/ui/cn";
import { Form } from "@/components/ui/form";
import { FormAlert } from "@/components/ui/form-alert";
import { FormLines, FormText } from "@/components/ui/form-text";
import { longFormLook, SaveBar, saveByKey } from "@/components/ui/save-bar";
import { Segments } from "@/components/ui/segments";
import type { ApiForm } from "@/components/ui/use-api-form";

type View = "write" | "preview";

/** Title and Markdown of a release, with what comes of it beside it; one at a time where there is no room. */
export function NotesEditor({ notes, unsaved }: { notes: ApiForm<Notes>; unsaved: boolean }) {
  const [view, setView] = useState<View>("write");
  return (
    <Form of={notes} aria-label="Edit release" onKeyDown={saveByKey} className={longFormLook}>
      <FormAlert>{notes.problem}</FormAlert>
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
        <Preview notes={notes} className={view === "write" ? "max-xl:hidden" : ""} />
      </div>
      <SaveBar label="Save" unsaved={unsaved} saving={notes.sending} />
    </Form>
  );
}

const views = [
  { value: "write", label: "Write" },
  { value: "preview", label: "Preview" },
] as const;

function Preview({ notes, className }: { notes: ApiForm<Notes>; className: string }) {
  const content = useDeferredValue(useWatch({ control: notes.form.control, name: "content" }));
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
          <MarkdownView content={content} />
        ) : (
          <p className="text-ink-mute">What you write shows up here.</p>
        )}
      </section>
    </div>
  );
}
