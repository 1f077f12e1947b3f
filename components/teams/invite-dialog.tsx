"use client";

import type { z } from "zod";
import type { SentInvitation } from "@/components/teams/invitation-link";
import { FormSelect } from "@/components/ui/form-choices";
import { FormText } from "@/components/ui/form-text";
import type { LaterDialogProps } from "@/components/ui/later-popup";
import { useWrite } from "@/components/ui/queries";
import { RecordDialog } from "@/components/ui/record-dialog";
import { createInvitation } from "@/lib/teams/contract";

export type InvitePersonProps = { teamId: string; onInvited: (sent: SentInvitation) => void };

const rules = createInvitation.body.required();

export function InviteDialog({ teamId, onInvited, trigger }: LaterDialogProps<InvitePersonProps>) {
  const write = useWrite();
  return (
    <RecordDialog<z.output<typeof rules>, SentInvitation>
      title="Invite a teammate"
      description="Creates a single-use link that expires in 7 days. Fieldkit emails it if a mail service is set up and your own email address is verified."
      trigger={trigger}
      submitLabel="Invite"
      form={{
        rules: rules as z.ZodType<z.output<typeof rules>, z.output<typeof rules>>,
        start: { email: "", role: "member" },
        send: (fields) => write(createInvitation, { teamId, ...fields }),
        done: onInvited,
      }}
    >
      <FormText name="email" label="E-mail" type="email" autoComplete="off" />
      <FormSelect
        name="role"
        label="Role"
        options={[
          { value: "member", label: "Member: works on all projects" },
          { value: "admin", label: "Admin: also manages people, keys and projects" },
        ]}
      />
    </RecordDialog>
  );
}
