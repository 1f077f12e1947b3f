"use client";

import { ChevronDown, Plus, X } from "lucide-react";
import { useRef } from "react";
import { get, useFieldArray, useFormContext, useWatch } from "react-hook-form";
import type { AnswerFormValues } from "@/components/mocks/answer-form-values";
import { SendingField } from "@/components/mocks/sending-field";
import { Button } from "@/components/ui/button";
import { FormAlert } from "@/components/ui/callout";
import { cn } from "@/components/ui/cn";
import { FormSwitch } from "@/components/ui/form-choices";
import { FormJson } from "@/components/ui/form-json";
import { FormText } from "@/components/ui/form-text";
import { readJson } from "@/components/ui/json-text";
import { laterComponent } from "@/components/ui/later";
import { Menu, MenuItem } from "@/components/ui/menu";

type Within = {
  /** Before the names of the fields, if the answer is a part of what the form edits: `responses.0.`. */
  within?: string;
};

const TemplateNames = laterComponent(() =>
  import("@/components/mocks/template-names").then((file) => file.TemplateNames),
);

/**
 * Status, delay, body and headers of an answer. Must be inside the form of a mock or an inbox.
 * @param isMock answers of mocks may be templates, late and faulty
 */
export function AnswerFields({ within = "", isMock = false }: Within & { isMock?: boolean }) {
  return (
    <div className="flex flex-col gap-5">
      <div className="grid gap-4 sm:grid-cols-2">
        <div className="flex items-start gap-1.5">
          <div className="flex-1">
            <FormText name={`${within}statusCode`} label="Status code" mono inputMode="numeric" />
          </div>
          <CommonStatusCodes within={within} />
        </div>
        <FormText
          name={`${within}delayMs`}
          label="Delay"
          hint="At most 30000."
          mono
          inputMode="numeric"
          suffix="ms"
        />
      </div>
      <ResponseBodyField within={within} isMock={isMock} />
      <ResponseHeadersField within={within} />
      {isMock ? <SendingField within={within} /> : null}
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

function CommonStatusCodes({ within }: Required<Within>) {
  const { setValue } = useFormContext();
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
          onClick={() =>
            setValue(`${within}statusCode`, String(code), { shouldDirty: true, shouldValidate: true })
          }
        >
          <span className="mr-2 font-mono">{code}</span>
          {phrase}
        </MenuItem>
      ))}
    </Menu>
  );
}

/** The body with its content type. Must be inside the form of an answer. */
function ResponseBodyField({ within, isMock }: Required<Within> & { isMock: boolean }) {
  const isTemplate: boolean = useWatch({ name: `${within}templated` }) === true;
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <FormJson
        name={`${within}responseBody`}
        label="Body"
        hint={<BodyNote within={within} isTemplate={isTemplate} />}
        rows={within ? 6 : 10}
        beside={isMock ? <FormSwitch name={`${within}templated`} label="Template" /> : null}
      />
      {isTemplate ? <TemplateNames /> : null}
    </div>
  );
}

function BodyNote({ within, isTemplate }: Required<Within> & { isTemplate: boolean }) {
  const [body, headers, statusCode] = useWatch({
    name: [`${within}responseBody`, `${within}headers`, `${within}statusCode`],
  }) as [string, AnswerFormValues["headers"], string];
  const contentType = contentTypeOf(headers);
  if (["204", "205", "304"].includes(statusCode.trim())) {
    return "Answers with this status code have no body, so this text is not sent.";
  }
  const json = isTemplate ? ({ valid: false } as const) : readJson(body);
  const state = isTemplate ? "Template" : body === "" ? "Empty" : json.valid ? "Valid JSON" : "Not JSON";
  const guessed = json.valid ? "application/json" : "text/plain; charset=utf-8";
  return (
    <span className="flex flex-col gap-0.5">
      <span>
        <span className={cn("font-medium", json.valid && "text-green")}>{state}</span> ·{" "}
        {isTemplate && !contentType ? "what it makes is " : null}sent as{" "}
        <code className="break-all text-ink-soft">
          {contentType ?? (isTemplate ? "application/json" : guessed)}
        </code>
        {isTemplate && !contentType ? " if it is JSON, and as text otherwise" : null}
        {contentType ? ", as the headers say" : null}
        {!contentType && /^\s*</.test(body) ? "; add a Content-Type header for HTML or XML" : null}
      </span>
      {"problem" in json && json.problem ? (
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
function ResponseHeadersField({ within }: Required<Within>) {
  const { control, formState } = useFormContext();
  const { fields, append, remove } = useFieldArray({ control, name: `${within}headers` });
  const addButton = useRef<HTMLButtonElement>(null);
  const problem: string | undefined = get(formState.errors, `${within}headers.root.message`);

  function removeRow(index: number) {
    remove(index);
    addButton.current?.focus();
  }

  return (
    <fieldset className="flex min-w-0 flex-col gap-2.5">
      <legend className="mb-1.5 font-medium text-ink text-sm">Headers</legend>
      <FormAlert>{problem}</FormAlert>
      {fields.length === 0 ? (
        <p className="text-ink-mute text-xs">
          No custom headers. Content-Type follows the body, and CORS is open to every origin.
        </p>
      ) : null}
      {fields.map(({ id }, index) => (
        <HeaderRow key={id} within={within} index={index} onRemove={() => removeRow(index)} />
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

type HeaderRowProps = Required<Within> & { index: number; onRemove: () => void };

function HeaderRow({ within, index, onRemove }: HeaderRowProps) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-1.5 max-sm:border-line max-sm:border-b max-sm:pb-2.5 sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)_auto]">
      <FormText
        name={`${within}headers.${index}.name`}
        label={`Name of header ${index + 1}`}
        hideLabel
        mono
        placeholder="Name"
      />
      <div className="max-sm:col-start-1 max-sm:row-start-2">
        <FormText
          name={`${within}headers.${index}.value`}
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
