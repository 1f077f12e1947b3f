"use client";

import { Inbox, Plus, X } from "lucide-react";
import { useEffect, useRef } from "react";
import { get, useFieldArray, useFormContext } from "react-hook-form";
import { CallbackHeaders } from "@/components/mocks/callback-headers";
import { callbackMethods, emptyCallback } from "@/components/mocks/callback-values";
import type { MockFormValues } from "@/components/mocks/mock-form-values";
import { Button } from "@/components/ui/button";
import { FormAlert } from "@/components/ui/callout";
import { FormSelect, FormSwitch } from "@/components/ui/form-choices";
import { FormLines, FormText } from "@/components/ui/form-text";
import { Menu, MenuItem } from "@/components/ui/menu";
import { usePage } from "@/components/ui/queries";
import { listWebhooks } from "@/lib/webhooks/contract";

export type CallbacksEditorProps = {
  projectId: string;
  /** There is none yet, and somebody wants the first one. */
  isBegun: boolean;
};

const callbacksMax = 3;

/** A part of the form for each callback. */
export function CallbacksEditor({ projectId, isBegun }: CallbacksEditorProps) {
  const { control, formState } = useFormContext<MockFormValues>();
  const { fields, append, remove } = useFieldArray({ control, name: "callbacks" });
  const add = useRef<HTMLButtonElement>(null);
  const begun = useRef(false);
  const problem: string | undefined = get(formState.errors, "callbacks.root.message");

  useEffect(() => {
    if (!isBegun || begun.current) return;
    begun.current = true;
    append(emptyCallback());
  }, [isBegun, append]);

  function removeAt(at: number) {
    remove(at);
    add.current?.focus();
  }

  return (
    <div className="flex flex-col gap-4">
      <FormAlert>{problem}</FormAlert>
      {fields.map(({ id }, at) => (
        <CallbackFields key={id} at={at} projectId={projectId} onRemove={() => removeAt(at)} />
      ))}
      <div className="flex flex-wrap items-center gap-3">
        <Button
          ref={add}
          size="sm"
          disabled={fields.length >= callbacksMax}
          onClick={() => append(emptyCallback())}
        >
          <Plus aria-hidden />
          Add callback
        </Button>
        <span className="text-ink-mute text-xs">
          {fields.length >= callbacksMax
            ? `A mock has ${callbacksMax} callbacks at most.`
            : "What fails is tried three times more. The log of calls shows what came of it."}
        </span>
      </div>
    </div>
  );
}

const methods = callbackMethods.map((value) => ({ value, label: value }));

type FieldsProps = { at: number; projectId: string; onRemove: () => void };

function CallbackFields({ at, projectId, onRemove }: FieldsProps) {
  const within = `callbacks.${at}.`;
  return (
    <fieldset className="flex min-w-0 flex-col gap-4 rounded-md border border-line p-4">
      <legend className="sr-only">Callback {at + 1}</legend>
      <div className="flex items-center justify-between gap-3">
        <InboxChooser within={within} projectId={projectId} />
        <Button size="sm" variant="ghost" onClick={onRemove} aria-label={`Remove callback ${at + 1}`}>
          <X aria-hidden />
        </Button>
      </div>
      <div className="grid gap-4 sm:grid-cols-[8rem_minmax(0,1fr)]">
        <FormSelect name={`${within}method`} label="Method" options={methods} mono />
        <FormText
          name={`${within}url`}
          label="Address"
          mono
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          placeholder="https://example.com/hook"
        />
      </div>
      <FormLines name={`${within}body`} label="Body" optional rows={4} mono spellCheck={false} />
      <FormSwitch
        name={`${within}templated`}
        label="Template"
        hint="Address, body and headers see the call, such as {{ request.json.id }}, and {{ response.status }}."
      />
      <CallbackHeaders within={within} />
      <div className="sm:max-w-48">
        <FormText
          name={`${within}delayMs`}
          label="Sent after"
          hint="Counted from the answer."
          mono
          inputMode="numeric"
          suffix="ms"
        />
      </div>
    </fieldset>
  );
}

/** Fills in the address of an inbox of the same project, which needs no way out of the installation. */
function InboxChooser({ within, projectId }: { within: string; projectId: string }) {
  const { setValue } = useFormContext();
  const { data } = usePage(listWebhooks, { projectId, limit: 20, sort: "-createdAt" }, { watch: false });
  const inboxes = data?.items ?? [];
  if (inboxes.length === 0) return <span className="text-ink-mute text-sm">To any address</span>;
  return (
    <Menu
      trigger={
        <Button size="sm">
          <Inbox aria-hidden />
          To an inbox of this project
        </Button>
      }
    >
      {inboxes.map(({ id, name, url }) => (
        <MenuItem
          key={id}
          onClick={() => setValue(`${within}url`, url, { shouldDirty: true, shouldValidate: false })}
        >
          {name}
        </MenuItem>
      ))}
    </Menu>
  );
}
