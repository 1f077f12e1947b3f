import { findTeam, titled } from "@/app/(dashboard)/find-project";
import { knownAnswer } from "@/app/(dashboard)/known-list";
import { firstAdmins } from "@/components/teams/members-list";
import { TeamSettings } from "@/components/teams/team-settings";
import { Callout } from "@/components/ui/callout";
import { KnownAnswers } from "@/components/ui/known-answers";
import { PageHeader } from "@/components/ui/page-header";
import { currentUser } from "@/lib/api/load";
import { handleListMembers } from "@/lib/teams/list-members";

type Props = { params: Promise<{ team: string }> };

export const generateMetadata = ({ params }: Props) =>
  titled(async () => `Team settings · ${(await findTeam((await params).team)).name}`);

export default async function TeamSettingsPage({ params }: Props) {
  const team = await findTeam((await params).team);
  const user = await currentUser();
  const known = await knownAnswer(handleListMembers, firstAdmins(team.id));
  return (
    <KnownAnswers known={[known]}>
      <PageHeader title="Team settings" />
      <div className="flex max-w-3xl flex-col gap-6">
        {team.role === "admin" ? null : (
          <Callout>Only admins of {team.name} can change or delete it. You can leave it.</Callout>
        )}
        <TeamSettings key={`${team.id}-${team.slug}`} team={team} userId={user?.id ?? ""} />
      </div>
    </KnownAnswers>
  );
}
