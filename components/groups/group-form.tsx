"use client";

import { z } from "zod";
import type { Group } from "@/components/groups/groups-list";
import { NameAndKey } from "@/components/projects/name-and-key";
import { ColorField } from "@/components/ui/color-field";
import { FormLines, FormText } from "@/components/ui/form-text";
import type { LaterDialogProps } from "@/components/ui/later-popup";
import { useWrite } from "@/components/ui/queries";
import { RecordDialog } from "@/components/ui/record-dialog";
import { createGroup, getGroup, updateGroup } from "@/lib/groups/contract";

const { name, key, prefix, description, color } = createGroup.body.shape;

/** A group as form fields hold it: a missing value is an empty text. */
const Fields = z.object({
  name,
  key: key.unwrap(),
  prefix: z.union([z.literal(""), prefix.unwrap()]),
  description: description.unwrap().unwrap(),
  color: z.union([z.literal(""), color.unwrap().unwrap()]),
});
type Fields = z.infer<typeof Fields>;

const valuesOf = ({ name, key, prefix, description, color }: Group): Fields => ({
  name,
  key,
  prefix,
  description: description ?? "",
  color: color ?? "",
});

const bodyOf = ({ name, key, prefix, description, color }: Fields) => ({
  name,
  key,
  ...(prefix && { prefix }),
  description: description || null,
  color: color || null,
});

export type CreateGroupProps = { projectId: string; base: string };

export function CreateGroupDialog({ projectId, base, trigger }: LaterDialogProps<CreateGroupProps>) {
  const write = useWrite();
  return (
    <RecordDialog<Fields, Group>
      title="New group"
      description="For one kind of thing that gets flags: tenants, users, devices."
      trigger={trigger}
      submitLabel="Create group"
      form={{
        rules: Fields,
        start: { name: "", key: "", prefix: "", description: "", color: "" },
        send: (fields) => write(createGroup, { projectId, ...bodyOf(fields) }),
        says: ({ name }) => `Group “${name}” created`,
        next: ({ id }) => `${base}/${id}`,
      }}
    >
      <GroupFields prefixHint="Begins the record ids that are made for you. Left empty, it follows from the name." />
    </RecordDialog>
  );
}

export type EditGroupProps = { group: Group; open: boolean; onOpenChange: (open: boolean) => void };

export function EditGroupDialog({ group, ...control }: EditGroupProps) {
  const write = useWrite();
  const place = { projectId: group.projectId, groupId: group.id };
  return (
    <RecordDialog<Fields, Group>
      {...control}
      title={`Edit “${group.name}”`}
      submitLabel="Save changes"
      form={{
        rules: Fields,
        edited: {
          row: group,
          read: { op: getGroup, input: place },
          values: valuesOf,
          fields: {
            name: "Name",
            key: "Key",
            prefix: "Record prefix",
            description: "Description",
            color: "Colour",
          },
          what: "group",
        },
        send: (_fields, { changed, ifMatch }) =>
          write(updateGroup, { ...place, ...changed(bodyOf) }, { ifMatch }),
        titled: true,
        says: () => "Group saved",
      }}
    >
      <GroupFields edits prefixHint="Begins the ids of records to come. Those that exist keep theirs." />
    </RecordDialog>
  );
}

function GroupFields({ prefixHint, edits = false }: { prefixHint: string; edits?: boolean }) {
  return (
    <>
      <NameAndKey
        placeholder="Tenants"
        edits={edits}
        beside={<FormText name="prefix" label="Record prefix" mono placeholder="tenan" hint={prefixHint} />}
      />
      <FormLines name="description" label="Description" optional rows={2} />
      <ColorField name="color" label="Colour" />
    </>
  );
}
