"use client";

import { useState } from "react";
import type { InvitationLinkProps, SentInvitation } from "@/components/teams/invitation-link";
import { InvitationsView } from "@/components/teams/invitations-view";
import type { InvitationDelivery } from "@/components/teams/invite-dialog";
import { InvitePerson } from "@/components/teams/invite-person";
import { MembersView } from "@/components/teams/members-view";
import { NewButton } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { laterPopup } from "@/components/ui/later-popup";
import { PageHeader } from "@/components/ui/page-header";

const InvitationLink = laterPopup<InvitationLinkProps>("dialog", () =>
  import("@/components/teams/invitation-link").then((file) => file.InvitationLink),
);

export type RoomTeam = {
  id: string;
  name: string;
  slug: string;
  isPersonal: boolean;
  role: "admin" | "member";
};
export type MembersRoomProps = { team: RoomTeam; userId: string; delivery: InvitationDelivery };

export function MembersRoom({ team, userId, delivery }: MembersRoomProps) {
  const [sent, setSent] = useState<SentInvitation | null>(null);
  const mayChange = team.role === "admin";
  const reason = "why-only-admins";
  return (
    <>
      <PageHeader
        title="Members"
        description={`Everybody who works on the projects of ${team.name}.`}
        actions={
          mayChange ? (
            <InvitePerson teamId={team.id} delivery={delivery} label="Invite" onInvited={setSent} />
          ) : (
            <NewButton disabled aria-describedby={reason}>
              Invite
            </NewButton>
          )
        }
      />
      <div className="flex flex-col gap-4">
        {mayChange ? null : (
          <div id={reason}>
            <Callout>
              Only admins of {team.name} invite people, change roles and remove members. Ask one of those
              marked “admin” below. You can leave the team yourself.
            </Callout>
          </div>
        )}
        <MembersView team={team} userId={userId} mayChange={mayChange} />
        <InvitationsView teamId={team.id} mayChange={mayChange} delivery={delivery} onSent={setSent} />
      </div>
      <InvitationLink teamId={team.id} open={sent !== null} sent={sent} onDone={() => setSent(null)} />
    </>
  );
}
