"use client";

import type { FormEvent } from "react";
import { fileBytesMax, type RecordImport } from "@/components/groups/use-record-import";
import { Button } from "@/components/ui/button";
import { byteSize } from "@/components/ui/byte-size";
import { Callout } from "@/components/ui/callout";
import { DialogClose, DialogFooter } from "@/components/ui/dialog-end";
import { Field } from "@/components/ui/field";
import { FilePlace } from "@/components/ui/file-place";
import { Textarea } from "@/components/ui/input";

/** What is imported: a file, or a text. */
export function ImportRecordsSource({ of, prefix }: { of: RecordImport; prefix: string }) {
  const { file, text, busy, problem } = of;

  function submit(event: FormEvent) {
    event.preventDefault();
    event.stopPropagation();
    if (!busy) void of.preview();
  }

  return (
    <form method="post" noValidate onSubmit={submit} className="flex flex-col gap-4">
      <FilePlace
        file={file}
        disabled={busy !== undefined}
        onFiles={([chosen]) => (chosen ? void of.preview(chosen) : undefined)}
      >
        Drop a file here, or choose one: CSV or JSON, at most {byteSize(fileBytesMax)}.
      </FilePlace>
      {file ? null : (
        <Field
          label="Or paste the records"
          hint={
            <>
              CSV names its columns in the first line. Those besides id and name become metadata, which
              replaces all metadata of a record that is there. Without an id one is made:{" "}
              <code className="text-ink-soft">{prefix}-…</code>
            </>
          }
        >
          <Textarea
            mono
            rows={6}
            placeholder={"id,name,plan\ntenant-1,Acme Inc.,pro"}
            value={text}
            onChange={(event) => of.setText(event.target.value)}
          />
        </Field>
      )}
      {problem ? (
        <Callout tone="danger" live title="This can't be imported">
          {problem}
        </Callout>
      ) : null}
      <DialogFooter>
        {file ? (
          <Button
            disabled={busy !== undefined}
            onClick={() => {
              of.setFile(undefined);
              of.back();
            }}
          >
            Paste instead
          </Button>
        ) : (
          <DialogClose />
        )}
        <Button
          type="submit"
          variant="primary"
          loading={busy === "preview"}
          disabled={!file && text.trim() === ""}
        >
          {progressWords("Preview", of)}
        </Button>
      </DialogFooter>
    </form>
  );
}

/** What a button says while its work goes on, where that has parts. */
export function progressWords(
  label: string,
  { busy, progress }: Pick<RecordImport, "busy" | "progress">,
): string {
  if (!busy || !progress || progress.of < 2) return label;
  return `${Math.floor((100 * progress.done) / progress.of)} % done`;
}
