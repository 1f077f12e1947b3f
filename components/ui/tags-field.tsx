"use client";

import { Plus, X } from "lucide-react";
import { type KeyboardEvent, useId, useState } from "react";
import { useController } from "react-hook-form";
import { Field } from "@/components/ui/field";
import { asSentence } from "@/components/ui/form-problem";
import { Input, InputButton } from "@/components/ui/input";
import { hasTag, withoutTag, withTag } from "@/components/ui/tag-list";

export type TagsFieldProps = {
  /** Tags that other things have. */
  known: readonly string[];
  name?: string;
  label?: string;
  hint?: string;
};

/** The tags in the surrounding form: chips, and a line to add others. */
export function TagsField({ known, name = "tags", label = "Tags", hint }: TagsFieldProps) {
  const { field, fieldState } = useController({ name });
  const [typed, setTyped] = useState("");
  const listId = useId();
  const tags = field.value as string[];
  const offers = known.filter((tag) => !hasTag(tags, tag));

  function add(text: string) {
    const added = text.split(",").map((tag) => tag.trim());
    field.onChange(added.filter(Boolean).reduce(withTag, tags));
    setTyped("");
  }
  function press(event: KeyboardEvent) {
    if (event.key === "Enter" && !event.ctrlKey && !event.metaKey) {
      // Also after a comma, which has added the tag already: here the key never sends the form.
      event.preventDefault();
      if (typed.trim()) add(typed);
    }
    if (event.key === "Backspace" && typed === "") field.onChange(tags.slice(0, -1));
  }
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <Field label={label} optional hint={hint} error={problemOf(label, fieldState.error, tags)}>
        <Input
          ref={field.ref}
          value={typed}
          list={listId}
          autoComplete="off"
          maxLength={200}
          placeholder="Add a tag"
          onChange={({ target, nativeEvent }) => {
            // What is chosen from the offers needs no further key.
            const isChosen = !(nativeEvent as InputEvent).inputType?.startsWith("insertText");
            if (target.value.includes(",") || (isChosen && offers.includes(target.value))) add(target.value);
            else setTyped(target.value);
          }}
          onKeyDown={press}
          onBlur={() => {
            if (typed.trim()) add(typed);
            field.onBlur();
          }}
          suffix={
            <InputButton aria-label="Add the tag" onClick={() => add(typed)}>
              <Plus aria-hidden />
            </InputButton>
          }
        />
      </Field>
      <datalist id={listId}>
        {offers.map((tag) => (
          <option key={tag} value={tag} />
        ))}
      </datalist>
      {tags.length > 0 ? (
        <ul aria-label={label} className="flex flex-wrap gap-1.5">
          {tags.map((tag) => (
            <li key={tag} className="max-w-full">
              <TagChip tag={tag} onRemove={() => field.onChange(withoutTag(tags, tag))} />
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}

function TagChip({ tag, onRemove }: { tag: string; onRemove: () => void }) {
  return (
    <span className="inline-flex min-h-6 max-w-full items-center gap-1 rounded-sm bg-hover pl-2 text-ink-soft text-xs touch:min-h-9">
      <span className="min-w-0 break-words">{tag}</span>
      <button
        type="button"
        aria-label={`Remove ${tag}`}
        onClick={onRemove}
        className="grid size-6 shrink-0 place-items-center rounded-sm text-ink-mute hover:text-ink touch:size-9"
      >
        <X aria-hidden className="size-3.5" />
      </button>
    </span>
  );
}

/** Issues are of the list, or of one tag. */
function problemOf(label: string, error: unknown, tags: readonly string[]): string | undefined {
  const places = error as ({ message?: string } | undefined)[] & { message?: string };
  if (!places) return undefined;
  const faulty = tags.findIndex((_, at) => places[at]?.message);
  const message = places[faulty]?.message;
  return message ? `“${tags[faulty]}” ${message}` : asSentence(label, places.message);
}
