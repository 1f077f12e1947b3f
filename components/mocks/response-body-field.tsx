"use client";

import { useFormContext, useWatch } from "react-hook-form";
import type { AnswerFormValues } from "@/components/mocks/answer-form-values";
import { cn } from "@/components/ui/cn";
import { FormJson } from "@/components/ui/form-json";
import { readJson } from "@/components/ui/json-text";

/** The body, with what it will be sent as. Lives inside the form of an answer. */
export function ResponseBodyField() {
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
