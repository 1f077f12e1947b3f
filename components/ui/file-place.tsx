"use client";

import { FileText, FileUp } from "lucide-react";
import type { ReactNode } from "react";
import { byteSize } from "@/components/ui/byte-size";
import { DropArea, DropHint } from "@/components/ui/drop-area";

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

/** The place for a file to import. */
export function FilePlace({ file, besides, multiple = false, disabled, onFiles, children }: FilePlaceProps) {
  return (
    <DropArea
      label="File to import"
      {...{ multiple, disabled, onFiles }}
      button={
        <>
          <FileUp aria-hidden />
          {file ? "Choose another" : "Choose file"}
        </>
      }
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
        <DropHint>{children}</DropHint>
      )}
    </DropArea>
  );
}
