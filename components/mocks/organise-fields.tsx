"use client";

import { useId } from "react";
import { wholeFolders } from "@/components/mocks/folder-names";
import { mockOperations } from "@/components/mocks/mock-operations";
import { Card } from "@/components/ui/card";
import { FormText } from "@/components/ui/form-text";
import { useAnswer } from "@/components/ui/queries";
import { TagsField, type TagsFieldProps } from "@/components/ui/tags-field";

type Project = { projectId: string };

/** What a mock is filed under. Must be inside the mock form. */
export const OrganiseCard = ({ projectId }: Project) => (
  <Card title="Folder and tags">
    <div className="grid items-start gap-4 sm:grid-cols-2">
      <FolderField projectId={projectId} />
      <MockTagsField projectId={projectId} hint="Enter or a comma adds one." />
    </div>
  </Card>
);

/** What other mocks of the project are filed under, to choose from. */
const useNamed = ({ projectId }: Project) =>
  useAnswer(mockOperations.listMockFolders, { projectId }, { watch: false }).data ?? {
    folders: [],
    tags: [],
  };

/** The `folder` of the surrounding form. */
export function FolderField({ projectId, hint = "Such as Payments/Refunds." }: Project & { hint?: string }) {
  const { folders } = useNamed({ projectId });
  const listId = useId();
  return (
    <>
      <FormText
        name="folder"
        label="Folder"
        optional
        hint={hint}
        list={listId}
        autoComplete="off"
        maxLength={200}
      />
      <datalist id={listId}>
        {wholeFolders(folders).map(({ folder }) => (
          <option key={folder} value={folder} />
        ))}
      </datalist>
    </>
  );
}

/** The tags in the surrounding form, with those of other mocks to choose from. */
export function MockTagsField({ projectId, ...field }: Project & Omit<TagsFieldProps, "known">) {
  const { tags } = useNamed({ projectId });
  return <TagsField {...field} known={tags.map(({ tag }) => tag)} />;
}
