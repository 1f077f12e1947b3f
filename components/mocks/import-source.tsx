"use client";

import type { FormEvent } from "react";
import { ImportFile } from "@/components/mocks/import-file";
import { isPasted, type MockImport, pasted } from "@/components/mocks/use-mock-import";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { DialogClose, DialogFooter } from "@/components/ui/dialog-end";
import { Field } from "@/components/ui/field";
import { Textarea } from "@/components/ui/input";
import { useLeaveGuard } from "@/components/ui/navigation";
import { Select } from "@/components/ui/select";
import { importFormats } from "@/lib/mocks/import/contract";

const found = "found";
const formatWords: Partial<Record<string, string>> = {
  openapi: "OpenAPI or Swagger",
  postman: "Postman",
  har: "HAR",
  mockoon: "Mockoon",
  wiremock: "WireMock",
  curl: "curl command",
  fieldkit: "Fieldkit",
};
const formats = [
  { value: found, label: "Found out by what is in it" },
  ...importFormats.map((value) => ({ value, label: formatWords[value] ?? value })),
];

/** What is imported: a file, or a text. */
export function ImportSource({ of }: { of: MockImport }) {
  const { choice, text, setText, busy, problem, preview } = of;
  useLeaveGuard(text.trim() !== "");

  function submit(event: FormEvent) {
    event.preventDefault();
    event.stopPropagation();
    if (busy) return;
    void preview(choice.file ? {} : { file: pasted(text), files: [] });
  }

  return (
    <form method="post" noValidate onSubmit={submit} className="flex flex-col gap-4">
      <ImportFile of={of} />
      {choice.file && !isPasted(choice.file) ? null : (
        <Field label="Or paste a document or a curl command">
          <Textarea
            mono
            rows={6}
            placeholder={"curl https://api.example.com/users -H 'Accept: application/json'"}
            value={text}
            onChange={(event) => {
              setText(event.target.value);
              if (choice.file) of.choose({ file: undefined, files: [] });
            }}
          />
        </Field>
      )}
      <Field label="Format" className="sm:max-w-64">
        <Select
          options={formats}
          value={choice.format ?? found}
          onValueChange={(value) => of.choose({ format: importFormats.find((known) => known === value) })}
        />
      </Field>
      {problem ? (
        <Callout tone="danger" live title="This can't be imported">
          {problem}
        </Callout>
      ) : null}
      <DialogFooter>
        <DialogClose />
        <Button
          type="submit"
          variant="primary"
          loading={busy === "preview"}
          disabled={!choice.file && text.trim() === ""}
        >
          Preview
        </Button>
      </DialogFooter>
    </form>
  );
}
