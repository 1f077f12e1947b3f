"use client";

import { createContext, useContext } from "react";
import { useController } from "react-hook-form";
import { type BodyKind, bodyKindWords } from "@/components/mocks/behaviour-values";
import type { BodyFileProps } from "@/components/mocks/body-file";
import { laterComponent } from "@/components/ui/later";
import { RadioSegments } from "@/components/ui/segments";

/** Whose files a form may choose among. */
const FilesOfContext = createContext("");
export const FilesOfProject = FilesOfContext.Provider;

const BodyFile = laterComponent<BodyFileProps>(() =>
  import("@/components/mocks/body-file").then((file) => file.BodyFile),
);

const kinds = (Object.entries(bodyKindWords) as [BodyKind, string][]).map(([value, label]) => ({
  value,
  label,
}));

const kindsWithoutFile = kinds.filter(({ value }) => value !== "file");

/** What the body of an answer is. @param within before the names of the fields: `responses.0.` */
export function BodyKindField({ within, isMock }: { within: string; isMock: boolean }) {
  const { value, onChange } = useController({ name: `${within}bodyKind` }).field;
  return (
    <RadioSegments
      label="Kind of body"
      options={isMock ? kinds : kindsWithoutFile}
      value={value}
      onValueChange={onChange}
      className={isMock ? "w-56" : "w-40"}
    />
  );
}

/** The file that an answer has for its body. Must be inside the mock form. */
export function BodyFileField({ within }: { within: string }) {
  const projectId = useContext(FilesOfContext);
  const { field, fieldState } = useController({ name: `${within}bodyFileId` });
  return (
    <BodyFile
      projectId={projectId}
      fileId={field.value}
      onChange={field.onChange}
      problem={
        fieldState.error &&
        (field.value ? "This file does not exist any more. Choose another one." : "Choose a file.")
      }
    />
  );
}
