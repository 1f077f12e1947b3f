"use client";

import { ImagePlus } from "lucide-react";
import type { RefObject } from "react";
import { Button } from "@/components/ui/button";
import { FormAlert } from "@/components/ui/callout";
import { Spinner } from "@/components/ui/waiting";
import { imageTypes } from "@/lib/releases/images/attached-images";

type ImageFieldProps = {
  field: RefObject<HTMLInputElement | null>;
  onFiles: (files: readonly File[]) => void;
};

/** Where images are chosen from this computer. It is opened by the buttons of the editors. */
export const ImageField = ({ field, onFiles }: ImageFieldProps) => (
  <input
    ref={field}
    type="file"
    hidden
    multiple
    accept={imageTypes.join(",")}
    aria-label="Images"
    onChange={(event) => {
      onFiles([...(event.target.files ?? [])]);
      event.target.value = "";
    }}
  />
);

export const AddImage = ({ onClick }: { onClick: () => void }) => (
  <Button onClick={onClick}>
    <ImagePlus aria-hidden />
    Add image
  </Button>
);

/** What is on its way, and what was refused. */
export function ImageState({ uploading, problem }: { uploading: string | null; problem: string | null }) {
  return (
    <>
      <p role="status" className="flex items-center gap-2 text-ink-mute text-sm empty:hidden">
        {uploading ? (
          <>
            <Spinner className="text-accent-ink" />
            {uploading}
          </>
        ) : null}
      </p>
      <FormAlert>{problem}</FormAlert>
    </>
  );
}
