"use client";

import { FileText, FileUp } from "lucide-react";
import { type DragEvent, useRef, useState } from "react";
import { documentAmong } from "@/components/mocks/import-choice";
import { isPasted, type MockImport } from "@/components/mocks/use-mock-import";
import { Button } from "@/components/ui/button";
import { byteSize } from "@/components/ui/byte-size";
import { cn } from "@/components/ui/cn";
import { importLimits } from "@/lib/mocks/import/contract";

const copyOf = async (file: File) => new File([await file.arrayBuffer()], file.name, { type: file.type });
const filesWord = (count: number) => (count === 1 ? "a file" : `${count} files`);

/** The place for a file, and those that it mentions. What it would do is asked as soon as there is one. */
export function ImportFile({ of: { choice, busy, preview, choose } }: { of: MockImport }) {
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const file = choice.file && !isPasted(choice.file) ? choice.file : undefined;

  async function take(given: readonly File[]) {
    if (given.length === 0 || busy) return;
    const size = given.reduce((sum, each) => sum + each.size, 0);
    // Read at once: what is imported is what was seen, whatever becomes of the files.
    const read = size <= importLimits.bytesMax ? await Promise.all(given.map(copyOf)) : given;
    const { document, others } = await documentAmong(read);
    if (document) await preview({ file: document, files: others });
    else choose({ file: undefined, files: [] }, "None of these files is a document that can be imported.");
  }

  function drop(event: DragEvent) {
    event.preventDefault();
    setOver(false);
    void take([...event.dataTransfer.files]);
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button inside does the same for everybody
    <div
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      className={cn(
        "flex flex-wrap items-center justify-between gap-3 rounded-lg border border-line border-dashed bg-surface px-4 py-4",
        over && "border-accent bg-accent-soft",
      )}
    >
      {file ? (
        <p className="flex min-w-0 items-center gap-2 text-sm">
          <FileText aria-hidden className="size-4 shrink-0 text-ink-mute" />
          <span className="min-w-0 break-words text-ink">{file.name}</span>
          <span className="shrink-0 text-ink-mute text-xs">
            {byteSize(file.size)}
            {choice.files.length > 0 ? `, with ${filesWord(choice.files.length)}` : null}
          </span>
        </p>
      ) : (
        <p className="min-w-0 flex-1 text-ink-mute text-sm">
          Drop a file here, or choose one: JSON or YAML, at most {byteSize(importLimits.bytesMax)}. Files that
          it mentions as bodies, such as WireMock’s, come along when you choose them together.
        </p>
      )}
      <input
        ref={input}
        type="file"
        hidden
        multiple
        aria-label="File to import"
        onChange={(event) => {
          void take([...(event.target.files ?? [])]);
          event.target.value = "";
        }}
      />
      <Button disabled={busy !== undefined} onClick={() => input.current?.click()}>
        <FileUp aria-hidden />
        {file ? "Choose another" : "Choose file"}
      </Button>
    </div>
  );
}
