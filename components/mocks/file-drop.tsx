"use client";

import { Upload } from "lucide-react";
import { type DragEvent, type ReactNode, useRef, useState } from "react";
import type { FileUpload } from "@/components/mocks/use-file-upload";
import { Button } from "@/components/ui/button";
import { FormAlert } from "@/components/ui/callout";
import { cn } from "@/components/ui/cn";

export type FileDropProps = {
  of: FileUpload;
  onFiles: (files: Iterable<File> | null) => void;
  /** Whether several may be given at a time. */
  multiple?: boolean;
  label: string;
  children: ReactNode;
};

/** The place for files: they are dropped here, or chosen. */
export function FileDrop({
  of: { sending, problem },
  onFiles,
  multiple = false,
  label,
  children,
}: FileDropProps) {
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);

  function drop(event: DragEvent) {
    event.preventDefault();
    setOver(false);
    const files = [...event.dataTransfer.files];
    onFiles(multiple ? files : files.slice(0, 1));
  }

  return (
    <div className="flex flex-col gap-2">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the button inside does the same for everybody */}
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
        <p className="min-w-0 flex-1 basis-56 text-ink-mute text-sm">{children}</p>
        <input
          ref={input}
          type="file"
          multiple={multiple}
          hidden
          aria-label={label}
          onChange={(event) => {
            onFiles([...(event.target.files ?? [])]);
            event.target.value = "";
          }}
        />
        <Button loading={sending !== undefined} onClick={() => input.current?.click()}>
          <Upload aria-hidden />
          {sending && sending.of > 1 ? `Uploading ${sending.at} of ${sending.of}` : label}
        </Button>
      </div>
      <FormAlert>{problem}</FormAlert>
    </div>
  );
}
