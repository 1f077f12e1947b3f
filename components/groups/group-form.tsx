"use client";

import { Plus } from "lucide-react";
import { useRouter } from "next/navigation";
import type { ChangeEvent } from "react";
import { z } from "zod";
import { ColorField } from "@/components/groups/color-field";
import type { Group } from "@/components/groups/group-types";
import { useSuggestedSlug } from "@/components/projects/use-suggested-slug";
import { Button } from "@/components/ui/button";
import { Dialog, DialogClose, DialogFooter } from "@/components/ui/dialog";
import { Form } from "@/components/ui/form";
import { FormAlert } from "@/components/ui/form-alert";
import { FormLines, FormText } from "@/components/ui/form-text";
import { useNavigate } from "@/components/ui/navigation";
import { useToast } from "@/components/ui/toast";
import { type ApiForm, useApiForm } from "@/components/ui/use-api-form";
import { createGroup, updateGroup } from "@/lib/groups/contract";
import { call } from "@/lib/operations/client";

const { name, key, prefix, description, color } = createGroup.body.shape;

/** As the fields of a page hold it: what is not given is an empty text. */
const Fields = z.object({
  name,
  key: key.unwrap(),
  prefix: z.union([z.literal(""), prefix.unwrap()]),
  description: description.unwrap().unwrap(),
  color: z.union([z.literal(""), color.unwrap().unwrap()]),
});
type Fields = z.infer<typeof Fields>;

const bodyOf = ({ name, key, prefix, description, color }: Fields) => ({
  name,
  key,
  ...(prefix && { prefix }),
  description: description || null,
  color: color || null,
});

export type CreateGroupProps = { projectId: string; base: string; label: string };

export function CreateGroup({ label, ...props }: CreateGroupProps) {
  return (
    <Dialog
      title="New group"
      description="For one kind of thing that gets flags: tenants, users, devices."
      trigger={
        <Button variant="primary">
          <Plus aria-hidden />
          {label}
        </Button>
      }
    >
      <CreateForm {...props} />
    </Dialog>
  );
}

function CreateForm({ projectId, base }: Omit<CreateGroupProps, "label">) {
  const router = useRouter();
  const navigate = useNavigate();
  const toast = useToast();
  const group = useApiForm<Fields>({
    schema: Fields,
    start: { name: "", key: "", prefix: "", description: "", color: "" },
    send: async (fields) => {
      const created = await call(createGroup, { projectId, ...bodyOf(fields) });
      toast.success(`Group “${created.name}” created`);
      navigate(`${base}/${created.id}`);
      router.refresh();
    },
  });
  const suggested = useSuggestedSlug(group.form, "key");
  return (
    <GroupFields
      of={group}
      label="Create group"
      prefixHint="Begins the record ids that are made for you. Left empty, it follows from the name."
      onName={suggested.onName}
      onKey={suggested.onSlug}
    />
  );
}

export type EditGroupProps = { group: Group; open: boolean; onOpenChange: (open: boolean) => void };

export function EditGroup({ group, open, onOpenChange }: EditGroupProps) {
  return (
    <Dialog title={`Edit “${group.name}”`} open={open} onOpenChange={onOpenChange}>
      <EditForm group={group} onSaved={() => onOpenChange(false)} />
    </Dialog>
  );
}

function EditForm({ group, onSaved }: { group: Group; onSaved: () => void }) {
  const router = useRouter();
  const toast = useToast();
  const edited = useApiForm<Fields>({
    schema: Fields,
    start: {
      name: group.name,
      key: group.key,
      prefix: group.prefix,
      description: group.description ?? "",
      color: group.color ?? "",
    },
    send: async (fields) => {
      await call(updateGroup, { projectId: group.projectId, groupId: group.id, ...bodyOf(fields) });
      toast.success("Group saved");
      onSaved();
      router.refresh();
    },
  });
  return (
    <GroupFields
      of={edited}
      label="Save changes"
      prefixHint="Begins the ids of records to come. Those that exist keep theirs."
    />
  );
}

type GroupFieldsProps = {
  of: ApiForm<Fields>;
  label: string;
  prefixHint: string;
  onName?: (event: ChangeEvent<HTMLInputElement>) => void;
  onKey?: (event: ChangeEvent<HTMLInputElement>) => void;
};

function GroupFields({ of, label, prefixHint, onName, onKey }: GroupFieldsProps) {
  return (
    <Form of={of} className="flex flex-col gap-4">
      <FormAlert>{of.problem}</FormAlert>
      <FormText
        name="name"
        label="Name"
        autoComplete="off"
        placeholder="Tenants"
        {...(onName && { onChange: onName })}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <FormText name="key" label="Key" mono {...(onKey && { onChange: onKey })} />
        <FormText name="prefix" label="Record prefix" mono placeholder="tenan" hint={prefixHint} />
      </div>
      <FormLines name="description" label="Description" optional rows={2} />
      <ColorField />
      <DialogFooter>
        <DialogClose />
        <Button type="submit" variant="primary" loading={of.sending}>
          {label}
        </Button>
      </DialogFooter>
    </Form>
  );
}
