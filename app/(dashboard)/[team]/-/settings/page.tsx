import { findTeam, titled } from "@/app/(dashboard)/find-project";
import { TeamSettings } from "@/components/teams/team-settings";
import { Callout } from "@/components/ui/callout";
import { PageHeader } from "@/components/ui/page-header";
import { currentUser } from "@/lib/api/load";

type Props = { params: Promise<{ team: string }> };

export const generateMetadata = ({ params }: Props) =>
  titled(async () => `Team settings · ${(await findTeam((await params).team)).name}`);

export default async function TeamSettingsPage({ params }: Props) {
  const team = await findTeam((await params).team);
  const user = await currentUser();
  return (
    <>
      <PageHeader title="Team settings" />
      <div className="flex max-w-3xl flex-col gap-6">
        {team.role === "admin" ? null : (
          <Callout>Only admins of {team.name} can change or delete it. You can leave it.</Callout>
        )}
        <TeamSettings key={`${team.id}-${team.slug}`} team={team} userId={user?.id ?? ""} />
      </div>
    </>
  );
}
