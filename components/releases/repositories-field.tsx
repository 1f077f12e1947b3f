"use client";

import { Plus, X } from "lucide-react";
import { useId, useRef } from "react";
import { useController, useFormContext } from "react-hook-form";
import { Button } from "@/components/ui/button";
import { asSentence } from "@/components/ui/form-problem";
import { TextField } from "@/components/ui/input";

export type RepositoriesFieldProps = {
  /** Suggestions while typing. */
  known?: readonly string[];
  readOnly?: boolean;
  /** The last line cannot be removed. */
  required?: boolean;
};

/** The `repoUrls` of the surrounding Form: one line for each repository. */
export function RepositoriesField({ known = [], readOnly = false, required }: RepositoriesFieldProps) {
  const { control, trigger } = useFormContext<{ repoUrls: string[] }>();
  const { field, formState } = useController({ control, name: "repoUrls" });
  const list = useRef<HTMLUListElement>(null);
  const knownId = useId();
  const { errors, isSubmitted } = formState;
  const urls = field.value;

  function change(next: string[]) {
    field.onChange(next);
    // Errors belong to lines by their number, which has just changed.
    if (isSubmitted) void trigger("repoUrls");
  }

  function add() {
    change([...urls, ""]);
    requestAnimationFrame(() =>
      list.current?.querySelector<HTMLInputElement>("li:last-child input")?.focus(),
    );
  }

  return (
    <fieldset className="flex min-w-0 flex-col gap-2" disabled={readOnly}>
      <legend className="mb-1.5 font-medium text-ink text-sm">Repositories</legend>
      <ul ref={list} className="flex flex-col gap-2">
        {urls.map((url, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have nothing but their place
          <li key={place} className="flex items-start gap-2">
            <TextField
              mono
              hideLabel
              fieldClassName="flex-1"
              label={`Repository ${place + 1}`}
              placeholder="https://github.com/acme/shop"
              list={knownId}
              inputMode="url"
              value={url}
              onChange={(event) => change(urls.with(place, event.target.value))}
              onBlur={field.onBlur}
              error={asSentence("The address", messageAt(errors.repoUrls, place))}
            />
            {urls.length > 1 || !(required || readOnly) ? (
              <Button
                variant="ghost"
                size="icon"
                aria-label={`Remove repository ${place + 1}`}
                onClick={() => change(urls.toSpliced(place, 1))}
              >
                <X aria-hidden />
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
      <datalist id={knownId}>
        {known.map((url) => (
          <option key={url} value={url} />
        ))}
      </datalist>
      <p className="text-ink-mute text-xs">
        What you clone from, over https. Add <code>#name</code> for another branch than the default one, or a
        tag.
      </p>
      {readOnly ? null : (
        <Button size="sm" className="w-fit" onClick={add} disabled={urls.length >= 20}>
          <Plus aria-hidden />
          Add a repository
        </Button>
      )}
    </fieldset>
  );
}

/** The error of one line. The first line also shows the error of the list as a whole. */
function messageAt(error: unknown, place: number): string | undefined {
  const lines = error as ({ message?: string } | undefined)[] & { message?: string };
  return lines?.[place]?.message ?? (place === 0 ? lines?.message : undefined);
}
