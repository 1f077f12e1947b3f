"use client";

import { Ban, MailPlus, Send } from "lucide-react";
import { useState } from "react";
import { EmailStatusBadge } from "@/components/emails/email-status";
import type { SentInvitation } from "@/components/teams/invitation-link";
import type { InvitationDelivery } from "@/components/teams/invite-dialog";
import { type InvitationRow, invitationsList } from "@/components/teams/members-list";
import { actionsColumn } from "@/components/ui/columns";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import type { Column } from "@/components/ui/data-table";
import { EmptyState } from "@/components/ui/empty-state";
import { messageOf } from "@/components/ui/form-problem";
import { ListView } from "@/components/ui/list-view";
import { useWrite } from "@/components/ui/queries";
import { RowMenu } from "@/components/ui/row-menu";
import { Segments } from "@/components/ui/segments";
import { RelativeTime } from "@/components/ui/times";
import { useToast } from "@/components/ui/toast";
import { useList } from "@/components/ui/use-list";
import { deleteInvitation, type InvitationState, sendInvitation } from "@/lib/teams/contract";

export type InvitationsViewProps = {
  teamId: string;
  mayChange: boolean;
  delivery: InvitationDelivery;
  onSent: (sent: SentInvitation) => void;
};

const segments: { value: InvitationState; label: string }[] = [
  { value: "open", label: "Open" },
  { value: "accepted", label: "Accepted" },
  { value: "expired", label: "Expired" },
  { value: "revoked", label: "Revoked" },
];

export function InvitationsView({ teamId, mayChange, delivery, onSent }: InvitationsViewProps) {
  const [state, setState] = useState<InvitationState>("open");
  const list = useList(invitationsList, { teamId, ...(state !== "open" && { state }) });
  const menu = (invitation: InvitationRow) =>
    mayChange && (invitation.state === "open" || invitation.state === "expired") ? (
      <InvitationMenu {...{ teamId, delivery, invitation, onSent }} />
    ) : null;

  function show(next: InvitationState) {
    setState(next);
    // Another list begins at its first page.
    if (list.address.cursor !== null) list.change({});
  }

  return (
    <section aria-labelledby="invitations" className="mt-4 flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 id="invitations" className="font-semibold text-ink text-lg">
          Invitations
        </h2>
        <Segments label="State of the invitations" segments={segments} value={state} onChange={show} />
      </div>
      <ListView
        list={list}
        columns={columnsOf(menu)}
        rowId={({ id }) => id}
        rowName={({ email }) => email}
        empty={
          <EmptyState
            icon={<MailPlus />}
            title={state === "open" ? "No open invitations" : `No ${state} invitations`}
            text={
              state === "open"
                ? "Whoever is invited and has not joined yet is listed here."
                : "What is over is listed here for 90 days."
            }
          />
        }
      />
    </section>
  );
}

type InvitationMenuProps = Pick<InvitationsViewProps, "teamId" | "delivery" | "onSent"> & {
  invitation: InvitationRow;
};

function InvitationMenu({ teamId, delivery, invitation: { id, email }, onSent }: InvitationMenuProps) {
  const write = useWrite();
  const toast = useToast();

  async function send() {
    try {
      onSent(await write(sendInvitation, { teamId, invitationId: id }));
    } catch (error) {
      toast.error("Couldn’t create a new link", { description: messageOf(error) });
    }
  }

  async function revoke() {
    await write(deleteInvitation, { teamId, invitationId: id });
    toast.success(`Invitation for ${email} revoked`);
  }

  return (
    <RowMenu
      name={email}
      place="row"
      actions={[
        {
          label: delivery === "email" ? "Send new link" : "Create new link",
          icon: Send,
          onClick: () => void send(),
        },
        {
          label: "Revoke",
          icon: Ban,
          danger: true,
          dialog: (control) => (
            <ConfirmDialog
              title={`Revoke the invitation for ${email}?`}
              description="Its link stops working immediately."
              confirmLabel="Revoke invitation"
              onConfirm={revoke}
              {...control}
            />
          ),
        },
      ]}
    />
  );
}

function columnsOf(menu: (invitation: InvitationRow) => React.ReactNode): Column<InvitationRow>[] {
  const time = { labelled: true, className: "whitespace-nowrap" };
  return [
    {
      id: "email",
      header: "Email",
      sort: "email",
      className: "max-w-72",
      cell: ({ email }) => <span className="break-all font-medium text-ink">{email}</span>,
    },
    { id: "role", header: "Role", labelled: true, cell: ({ role }) => role },
    {
      id: "emailStatus",
      header: "Delivery",
      labelled: true,
      cell: ({ emailStatus, email }) => <EmailStatusBadge status={emailStatus} to={email} />,
    },
    {
      id: "by",
      header: "Invited by",
      labelled: true,
      className: "max-w-48",
      cell: ({ createdBy }) => createdBy ?? <span className="text-ink-mute">unknown</span>,
    },
    {
      id: "created",
      header: "Invited",
      sort: "createdAt",
      ...time,
      cell: ({ createdAt }) => <RelativeTime value={createdAt} />,
    },
    {
      id: "end",
      header: "Ends",
      ...time,
      cell: ({ acceptedAt, revokedAt, expiresAt }) => (
        <RelativeTime value={acceptedAt ?? revokedAt ?? expiresAt} />
      ),
    },
    actionsColumn(menu),
  ];
}
