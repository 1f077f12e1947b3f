"use client";

import { Plus } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import type { z } from "zod";
import type { Group } from "@/components/groups/group-types";
import { useSuggestedSlug } from "@/components/projects/use-suggested-slug";
import { Button } from "@/components/ui/button";
import { Dialog, DialogClose, DialogFooter } from "@/components/ui/dialog";
import { Form } from "@/components/ui/form";
import { FormAlert } from "@/components/ui/form-alert";
import { FormText } from "@/components/ui/form-text";
import { useToast } from "@/components/ui/toast";
import { useApiForm } from "@/components/ui/use-api-form";
import { createGroupFlag } from "@/lib/groups/contract";
import { call } from "@/lib/operations/client";

export type CreateGroupFlagProps = { group: Group; label: string };

export function CreateGroupFlag({ group, label }: CreateGroupFlagProps) {
  const [open, setOpen] = useState(false);
  return (
    <Dialog
      title="New flag"
      description={`Every record of ${group.name} gets it, in every environment. It starts switched off.`}
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button variant="primary">
          <Plus aria-hidden />
          {label}
        </Button>
      }
    >
      <CreateForm group={group} onCreated={() => setOpen(false)} />
    </Dialog>
  );
}

const Fields = createGroupFlag.body.pick({ name: true, key: true });
type Fields = z.infer<typeof Fields>;

function CreateForm({ group, onCreated }: { group: Group; onCreated: () => void }) {
  const router = useRouter();
  const toast = useToast();
  const flag = useApiForm<Fields>({
    schema: Fields,
    start: { name: "", key: "" },
    send: async (fields) => {
      const created = await call(createGroupFlag, {
        projectId: group.projectId,
        groupId: group.id,
        ...fields,
      });
      toast.success(`Flag “${created.name}” created`);
      onCreated();
      router.refresh();
    },
  });
  const suggested = useSuggestedSlug(flag.form, "key");
  return (
    <Form of={flag} className="flex flex-col gap-4">
      <FormAlert>{flag.problem}</FormAlert>
      <FormText name="name" label="Name" autoComplete="off" onChange={suggested.onName} />
      <FormText name="key" label="Key" mono hint="What your code asks for." onChange={suggested.onSlug} />
      <DialogFooter>
        <DialogClose />
        <Button type="submit" variant="primary" loading={flag.sending}>
          Create flag
        </Button>
      </DialogFooter>
    </Form>
  );
}
