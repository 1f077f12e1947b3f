"use client";

import { Upload } from "lucide-react";
import type { ReactNode } from "react";
import type { FileUpload } from "@/components/mocks/use-file-upload";
import { FormAlert } from "@/components/ui/callout";
import { DropArea, DropHint } from "@/components/ui/drop-area";

export type FileDropProps = {
  of: FileUpload;
  onFiles: (files: Iterable<File> | null) => void;
  /** Whether several may be given at a time. */
  multiple?: boolean;
  label: string;
  children: ReactNode;
};

/** The place for files to upload. */
export function FileDrop({
  of: { sending, problem },
  onFiles,
  multiple = false,
  label,
  children,
}: FileDropProps) {
  return (
    <div className="flex flex-col gap-2">
      <DropArea
        {...{ label, multiple, onFiles }}
        loading={sending !== undefined}
        button={
          <>
            <Upload aria-hidden />
            {sending && sending.of > 1 ? `Uploading ${sending.at} of ${sending.of}` : label}
          </>
        }
      >
        <DropHint>{children}</DropHint>
      </DropArea>
      <FormAlert>{problem}</FormAlert>
    </div>
  );
}
