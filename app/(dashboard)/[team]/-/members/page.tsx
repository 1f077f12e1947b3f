import { findTeam, titled } from "@/app/(dashboard)/find-project";
import { knownAnswer, knownList, type Search } from "@/app/(dashboard)/known-list";
import type { InvitationDelivery } from "@/components/teams/invite-dialog";
import { firstAdmins, invitationsList, membersList } from "@/components/teams/members-list";
import { MembersRoom } from "@/components/teams/members-room";
import { KnownAnswers } from "@/components/ui/known-answers";
import { handleGetAccount } from "@/lib/account/get-account";
import { currentUser, load } from "@/lib/api/load";
import { env } from "@/lib/platform/env/env";
import { handleListInvitations } from "@/lib/teams/list-invitations";
import { handleListMembers } from "@/lib/teams/list-members";

type Props = { params: Promise<{ team: string }>; searchParams: Search };

export const generateMetadata = ({ params }: Props) =>
  titled(async () => `Members · ${(await findTeam((await params).team)).name}`);

async function invitationDelivery(): Promise<InvitationDelivery> {
  if (env().mail.service === "outbox") return "not_configured";
  const { emailVerified } = await load(handleGetAccount, {});
  return emailVerified ? "email" : "needs_verification";
}

export default async function MembersPage({ params, searchParams }: Props) {
  const { id, name, slug, isPersonal, role } = await findTeam((await params).team);
  const scope = { teamId: id };
  const known = [
    await knownList(membersList, handleListMembers, scope, searchParams),
    await knownList(invitationsList, handleListInvitations, scope, searchParams),
    await knownAnswer(handleListMembers, firstAdmins(id)),
  ];
  const user = await currentUser();
  return (
    <KnownAnswers known={known}>
      <MembersRoom
        key={id}
        team={{ id, name, slug, isPersonal, role }}
        userId={user?.id ?? ""}
        delivery={await invitationDelivery()}
      />
    </KnownAnswers>
  );
}
