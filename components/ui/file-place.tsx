"use client";

import { FileText, FileUp } from "lucide-react";
import { type DragEvent, type ReactNode, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { byteSize } from "@/components/ui/byte-size";
import { cn } from "@/components/ui/cn";

export type FilePlaceProps = {
  /** The file that is chosen. */
  file: File | undefined;
  /** What is said of it beside its size. */
  besides?: string | undefined;
  multiple?: boolean;
  disabled: boolean;
  onFiles: (files: readonly File[]) => void;
  /** What may be chosen. */
  children: ReactNode;
};

/** The place for a file to import: it is dropped here, or chosen. */
export function FilePlace({ file, besides, multiple = false, disabled, onFiles, children }: FilePlaceProps) {
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);

  function drop(event: DragEvent) {
    event.preventDefault();
    setOver(false);
    const files = [...event.dataTransfer.files];
    if (!disabled) onFiles(multiple ? files : files.slice(0, 1));
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
            {besides}
          </span>
        </p>
      ) : (
        <p className="min-w-0 flex-1 basis-56 text-ink-mute text-sm">{children}</p>
      )}
      <input
        ref={input}
        type="file"
        hidden
        multiple={multiple}
        aria-label="File to import"
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])]);
          event.target.value = "";
        }}
      />
      <Button disabled={disabled} onClick={() => input.current?.click()}>
        <FileUp aria-hidden />
        {file ? "Choose another" : "Choose file"}
      </Button>
    </div>
  );
}
