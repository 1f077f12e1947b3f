"use client";

import { type FormEvent, type KeyboardEvent, useState } from "react";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { messageOf } from "@/components/ui/form-problem";
import { Textarea } from "@/components/ui/input";
import { RelativeTime } from "@/components/ui/times";
import type { CapturedRequest } from "@/lib/webhooks/contract";
import { noteLengthMax } from "@/lib/webhooks/pins/contract";

export type CaptureNoteProps = {
  request: CapturedRequest;
  isWriting: boolean;
  onWriting: (isWriting: boolean) => void;
  /** Rejects with the API's refusal. An empty text takes the note away. */
  onSave: (text: string) => Promise<void>;
};

/** The note on a capture, which is changed where it stands. */
export function CaptureNote({ request, isWriting, onWriting, onSave }: CaptureNoteProps) {
  const { note } = request;
  if (isWriting) {
    return <NoteForm text={note?.text ?? ""} onSave={onSave} onEnd={() => onWriting(false)} />;
  }
  if (!note) return null;
  return (
    <section aria-label="Note" className="rounded-md border border-line bg-sunken px-3.5 py-2.5 text-sm">
      <p className="whitespace-pre-wrap break-words text-ink">{note.text}</p>
      <p className="mt-1.5 flex flex-wrap items-center gap-x-3 gap-y-1 text-ink-mute text-xs">
        <span>
          {note.author}, <RelativeTime value={note.updatedAt} />
        </span>
        <Button variant="ghost" size="sm" onClick={() => onWriting(true)} className="-my-1">
          Edit note
        </Button>
      </p>
    </section>
  );
}

type NoteFormProps = { text: string; onSave: (text: string) => Promise<void>; onEnd: () => void };

function NoteForm({ text: given, onSave, onEnd }: NoteFormProps) {
  const [text, setText] = useState(given);
  const [saving, setSaving] = useState(false);
  const [problem, setProblem] = useState<string>();

  async function save(event?: FormEvent) {
    event?.preventDefault();
    setSaving(true);
    try {
      await onSave(text);
      onEnd();
    } catch (error) {
      setProblem(messageOf(error));
      setSaving(false);
    }
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === "Enter" && (event.metaKey || event.ctrlKey)) void save();
    if (event.key === "Escape" && text === given) onEnd();
  }

  return (
    <form method="post" onSubmit={save} className="flex flex-col gap-2">
      <Field
        label="Note"
        hint={problem ? undefined : "Everybody in the project sees it. A request with a note is pinned."}
        error={problem}
      >
        <Textarea
          autoFocus
          rows={3}
          maxLength={noteLengthMax}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={onKeyDown}
        />
      </Field>
      <div className="flex justify-end gap-2">
        <Button size="sm" variant="ghost" onClick={onEnd}>
          Cancel
        </Button>
        <Button size="sm" variant="primary" type="submit" loading={saving}>
          Save note
        </Button>
      </div>
    </form>
  );
}
