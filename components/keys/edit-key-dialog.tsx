"use client";

import { EditedKey, editedBody, keyField, originLines } from "@/components/keys/key-form-values";
import type { ApiKey } from "@/components/keys/key-state";
import { OriginsField } from "@/components/keys/origins-field";
import { FormText } from "@/components/ui/form-text";
import { useWrite } from "@/components/ui/queries";
import { RecordDialog } from "@/components/ui/record-dialog";
import type { Control } from "@/components/ui/row-menu";
import { getApiKey, updateApiKey } from "@/lib/keys/contract";

export type EditKeyProps = Control & { apiKey: ApiKey; projectId: string };

export function EditKeyDialog({ apiKey, projectId, ...control }: EditKeyProps) {
  const write = useWrite();
  const place = { projectId, keyId: apiKey.id };
  // Keys of servers may have origins too, which only the API gives them.
  const hasOrigins = apiKey.scope === "evaluate" || apiKey.origins !== null;
  return (
    <RecordDialog<EditedKey, ApiKey>
      {...control}
      title={`Edit “${apiKey.name}”`}
      description="What it may do, and in which environment, stays as it is: for that, make another key."
      submitLabel="Save changes"
      form={{
        rules: EditedKey,
        edited: {
          row: apiKey,
          read: { op: getApiKey, input: place },
          values: ({ name, origins }) => ({ name, origins: originLines(origins) }),
          fields: {
            name: "Name",
            origins: { label: "Browser origins", text: (lines) => lines || "Any" },
          },
          what: "key",
        },
        send: (_values, { changed, ifMatch }) =>
          write(updateApiKey, { ...place, ...changed(editedBody) }, { ifMatch }),
        says: () => "Key saved",
        fieldOf: keyField,
      }}
    >
      <FormText name="name" label="Name" autoComplete="off" />
      {hasOrigins ? <OriginsField /> : null}
    </RecordDialog>
  );
}
