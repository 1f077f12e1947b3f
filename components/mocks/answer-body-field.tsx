"use client";

import { useDeferredValue } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { codeLanguageOf, contentTypeOf, mistakeIn } from "@/components/mocks/answer-code";
import type { AnswerFormValues } from "@/components/mocks/answer-form-values";
import type { BodyKind } from "@/components/mocks/behaviour-values";
import { BodyFileField, BodyKindField } from "@/components/mocks/body-source";
import { usePreviewProblem } from "@/components/mocks/preview-problems";
import type { TemplateNamesProps } from "@/components/mocks/template-names";
import { cn } from "@/components/ui/cn";
import { FormCode } from "@/components/ui/code-editor";
import { FormSwitch } from "@/components/ui/form-choices";
import { readJson } from "@/components/ui/json-text";
import { laterComponent } from "@/components/ui/later";

export type AnswerBodyFieldProps = {
  /** Before the names of the fields, if the answer is a part of what the form edits: `responses.0.`. */
  within: string;
  /** Answers of mocks may be files, and their templates know placeholders; those of inboxes know the capture. */
  isMock: boolean;
};

const TemplateNames = laterComponent<TemplateNamesProps>(() =>
  import("@/components/mocks/template-names").then((file) => file.TemplateNames),
);

/** The body: a text, bytes, or a file. Must be inside the form of an answer. */
export function AnswerBodyField({ within, isMock }: AnswerBodyFieldProps) {
  const kind = useWatch({ name: `${within}bodyKind` }) as BodyKind | undefined;
  return (
    <div className="flex min-w-0 flex-col gap-2.5">
      <BodyKindField within={within} isMock={isMock} />
      {kind === "file" ? (
        <BodyFileField within={within} />
      ) : (
        <BodyTextField within={within} isMock={isMock} isBytes={kind === "base64"} />
      )}
    </div>
  );
}

/** The text of a body with its content type. */
function BodyTextField({ within, isMock, isBytes }: AnswerBodyFieldProps & { isBytes: boolean }) {
  const name = `${within}responseBody`;
  const { getFieldState, getValues, formState } = useFormContext();
  const { error } = getFieldState(name, formState);
  const found = usePreviewProblem(name);
  const [templated, headers, body] = useWatch({
    name: [`${within}templated`, `${within}headers`, name],
  }) as [boolean | undefined, AnswerFormValues["headers"], string];
  const isTemplate = templated === true && !isBytes;
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <FormCode
        name={name}
        label="Body"
        hint={isBytes ? <BytesNote within={within} /> : <BodyNote within={within} isTemplate={isTemplate} />}
        rows={within ? 6 : 10}
        language={isBytes ? "text" : codeLanguageOf(contentTypeOf(headers), body)}
        isTemplate={isTemplate}
        mistake={mistakeIn(error?.message ?? found)}
        loadCompletion={async () =>
          (await import("@/components/mocks/template-completion")).templateCompletion(() =>
            isMock ? { endpoint: getValues("endpoint") } : "inbox",
          )
        }
        beside={isBytes ? null : <FormSwitch name={`${within}templated`} label="Template" />}
      />
      {isTemplate ? <TemplateNames isMock={isMock} /> : null}
    </div>
  );
}

function BytesNote({ within }: { within: string }) {
  const headers = useWatch({ name: `${within}headers` }) as AnswerFormValues["headers"];
  return (
    <>
      Base64 without line breaks. The bytes that it stands for are sent as{" "}
      <code className="break-all text-ink-soft">{contentTypeOf(headers) ?? "application/octet-stream"}</code>.
    </>
  );
}

function BodyNote({ within, isTemplate }: { within: string; isTemplate: boolean }) {
  const [typed, headers, statusCode] = useWatch({
    name: [`${within}responseBody`, `${within}headers`, `${within}statusCode`],
  }) as [string, AnswerFormValues["headers"], string];
  // A long text takes a while to read, and the next key must not wait for that.
  const body = useDeferredValue(typed);
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
