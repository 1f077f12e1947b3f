"use client";

import { ChevronDown, Plus, X } from "lucide-react";
import { useRef } from "react";
import { useFieldArray, useFormContext, useWatch } from "react-hook-form";
import type { AnswerFormValues } from "@/components/mocks/answer-form-values";
import { Button } from "@/components/ui/button";
import { FormAlert } from "@/components/ui/callout";
import { cn } from "@/components/ui/cn";
import { FormJson } from "@/components/ui/form-json";
import { FormText } from "@/components/ui/form-text";
import { readJson } from "@/components/ui/json-text";
import { Menu, MenuItem } from "@/components/ui/menu";

/** Status, delay, body and headers of an answer. Must be inside the form of a mock or an inbox. */
export function AnswerFields() {
  return (
    <div className="flex flex-col gap-5">
      <div className="grid gap-4 sm:grid-cols-2">
        <div className="flex items-start gap-1.5">
          <div className="flex-1">
            <FormText name="statusCode" label="Status code" mono inputMode="numeric" />
          </div>
          <CommonStatusCodes />
        </div>
        <FormText name="delayMs" label="Delay" hint="At most 30000." mono inputMode="numeric" suffix="ms" />
      </div>
      <ResponseBodyField />
      <ResponseHeadersField />
    </div>
  );
}

const commonCodes = [
  [200, "OK"],
  [201, "Created"],
  [202, "Accepted"],
  [204, "No content"],
  [301, "Moved permanently"],
  [302, "Found"],
  [400, "Bad request"],
  [401, "Unauthorized"],
  [403, "Forbidden"],
  [404, "Not found"],
  [409, "Conflict"],
  [422, "Unprocessable content"],
  [429, "Too many requests"],
  [500, "Internal server error"],
  [502, "Bad gateway"],
  [503, "Service unavailable"],
] as const;

function CommonStatusCodes() {
  const { setValue } = useFormContext<AnswerFormValues>();
  return (
    <Menu
      trigger={
        <Button size="icon" aria-label="Common status codes" className="mt-6.5">
          <ChevronDown aria-hidden />
        </Button>
      }
    >
      {commonCodes.map(([code, phrase]) => (
        <MenuItem
          key={code}
          onClick={() => setValue("statusCode", String(code), { shouldDirty: true, shouldValidate: true })}
        >
          <span className="mr-2 font-mono">{code}</span>
          {phrase}
        </MenuItem>
      ))}
    </Menu>
  );
}

/** The body with its content type. Must be inside the form of an answer. */
function ResponseBodyField() {
  return <FormJson name="responseBody" label="Body" hint={<BodyNote />} rows={10} />;
}

function BodyNote() {
  const { control } = useFormContext<AnswerFormValues>();
  const [body, headers, statusCode] = useWatch({
    control,
    name: ["responseBody", "headers", "statusCode"],
  });
  const json = readJson(body);
  const contentType = contentTypeOf(headers);
  if (["204", "205", "304"].includes(statusCode.trim())) {
    return "Answers with this status code have no body, so this text is not sent.";
  }
  const guessed = json.valid ? "application/json" : "text/plain; charset=utf-8";
  const state = body === "" ? "Empty" : json.valid ? "Valid JSON" : "Not JSON";
  return (
    <span className="flex flex-col gap-0.5">
      <span>
        <span className={cn("font-medium", json.valid && "text-green")}>{state}</span> · sent as{" "}
        <code className="break-all text-ink-soft">{contentType ?? guessed}</code>
        {contentType ? ", as the headers say" : null}
        {!contentType && /^\s*</.test(body) ? "; add a Content-Type header for HTML or XML" : null}
      </span>
      {!json.valid && json.problem ? (
        <span className="break-words text-amber">
          It looks like JSON but cannot be read as such: {json.problem}
        </span>
      ) : null}
    </span>
  );
}

function contentTypeOf(headers: AnswerFormValues["headers"]): string | undefined {
  return headers.find(({ name }) => name.trim().toLowerCase() === "content-type")?.value || undefined;
}

/** Rows of name and value. Must be inside the form of an answer. */
function ResponseHeadersField() {
  const { control, formState } = useFormContext<AnswerFormValues>();
  const { fields, append, remove } = useFieldArray({ control, name: "headers" });
  const addButton = useRef<HTMLButtonElement>(null);
  const errors = formState.errors.headers;

  function removeRow(index: number) {
    remove(index);
    addButton.current?.focus();
  }

  return (
    <fieldset className="flex min-w-0 flex-col gap-2.5">
      <legend className="mb-1.5 font-medium text-ink text-sm">Headers</legend>
      <FormAlert>{errors?.root?.message}</FormAlert>
      {fields.length === 0 ? (
        <p className="text-ink-mute text-xs">
          No custom headers. Content-Type follows the body, and CORS is open to every origin.
        </p>
      ) : null}
      {fields.map(({ id }, index) => (
        <HeaderRow key={id} index={index} onRemove={() => removeRow(index)} />
      ))}
      <div className="flex flex-wrap items-center gap-3">
        <Button ref={addButton} size="sm" onClick={() => append({ name: "", value: "" })}>
          <Plus aria-hidden />
          Add header
        </Button>
        {fields.length > 1 ? (
          <span className="text-ink-mute text-xs">A name given twice is sent twice.</span>
        ) : null}
      </div>
    </fieldset>
  );
}

function HeaderRow({ index, onRemove }: { index: number; onRemove: () => void }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-1.5 max-sm:border-line max-sm:border-b max-sm:pb-2.5 sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)_auto]">
      <FormText
        name={`headers.${index}.name`}
        label={`Name of header ${index + 1}`}
        hideLabel
        mono
        placeholder="Name"
      />
      <div className="max-sm:col-start-1 max-sm:row-start-2">
        <FormText
          name={`headers.${index}.value`}
          label={`Value of header ${index + 1}`}
          hideLabel
          mono
          placeholder="Value"
        />
      </div>
      <Button variant="ghost" size="icon" aria-label={`Remove header ${index + 1}`} onClick={onRemove}>
        <X aria-hidden />
      </Button>
    </div>
  );
}
