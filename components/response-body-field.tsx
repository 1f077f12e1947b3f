"use client";

import { useFormContext, useWatch } from "react-hook-form";
import { asSentence } from "@/components/form-problem";
import { type JsonText, readJson } from "@/components/json-text";
import type { MockFormValues } from "@/components/mock-form-values";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { Field } from "@/components/ui/field";
import { Textarea } from "@/components/ui/textarea";

/** The body, with what it will be sent as. Lives inside the mock form. */
export function ResponseBodyField() {
  const { register, control, setValue, formState } = useFormContext<MockFormValues>();
  const [body, headers, statusCode] = useWatch({
    control,
    name: ["responseBody", "headers", "statusCode"],
  });
  const json = readJson(body);
  const pretty = json.valid ? JSON.stringify(json.value, null, 2) : undefined;
  const bodiless = ["204", "205", "304"].includes(statusCode.trim());
  return (
    <div className="relative">
      <Field
        label="Body"
        hint={<BodyNote body={body} json={json} contentType={contentTypeOf(headers)} bodiless={bodiless} />}
        error={asSentence("Body", formState.errors.responseBody?.message)}
      >
        <Textarea mono rows={10} {...register("responseBody")} />
      </Field>
      <Button
        size="sm"
        variant="ghost"
        className="absolute -top-1.5 right-0 touch:-top-3"
        disabled={pretty === undefined || pretty === body}
        onClick={() => setValue("responseBody", pretty ?? body, { shouldDirty: true })}
      >
        Format JSON
      </Button>
    </div>
  );
}

type BodyNoteProps = { body: string; json: JsonText; contentType: string | undefined; bodiless: boolean };

function BodyNote({ body, json, contentType, bodiless }: BodyNoteProps) {
  if (bodiless) return "Answers with this status code have no body, so this text is not sent.";
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

function contentTypeOf(headers: MockFormValues["headers"]): string | undefined {
  return headers.find(({ name }) => name.trim().toLowerCase() === "content-type")?.value || undefined;
}
