"use client";

import { FileText, FileUp } from "lucide-react";
import { type DragEvent, useRef, useState } from "react";
import { isPasted, type MockImport } from "@/components/mocks/use-mock-import";
import { Button } from "@/components/ui/button";
import { byteSize } from "@/components/ui/byte-size";
import { cn } from "@/components/ui/cn";
import { importLimits } from "@/lib/mocks/import/contract";

/** The place for a file. What it would do is asked as soon as there is one. */
export function ImportFile({ of: { choice, busy, preview } }: { of: MockImport }) {
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const file = choice.file && !isPasted(choice.file) ? choice.file : undefined;

  async function take(given: File | undefined) {
    if (!given || busy) return;
    // Read at once: what is imported is what was seen, whatever becomes of the file.
    const isRead = given.size <= importLimits.bytesMax;
    await preview({ file: isRead ? new File([await given.arrayBuffer()], given.name) : given });
  }

  function drop(event: DragEvent) {
    event.preventDefault();
    setOver(false);
    void take(event.dataTransfer.files[0]);
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
          <span className="shrink-0 text-ink-mute text-xs">{byteSize(file.size)}</span>
        </p>
      ) : (
        <p className="min-w-0 flex-1 text-ink-mute text-sm">
          Drop a file here, or choose one: JSON or YAML, at most {byteSize(importLimits.bytesMax)}.
        </p>
      )}
      <input
        ref={input}
        type="file"
        hidden
        aria-label="File to import"
        accept=".json,.yaml,.yml,.har,.txt,.sh,application/json,application/yaml,text/*"
        onChange={(event) => {
          void take(event.target.files?.[0]);
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
