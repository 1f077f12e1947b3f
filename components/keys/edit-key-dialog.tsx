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
  // Other keys have origins only if they were created with the API.
  const hasOrigins = apiKey.scope === "evaluate" || apiKey.origins !== null;
  return (
    <RecordDialog<EditedKey, ApiKey>
      {...control}
      title={`Edit “${apiKey.name}”`}
      description="Scopes and environment can't be changed. Create another key instead."
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
