import { findTeam, titled } from "@/app/(dashboard)/find-project";
import { knownList, type Search } from "@/app/(dashboard)/known-list";
import { teamAuditList } from "@/components/audit/audit-lists";
import { TeamAuditRoom } from "@/components/audit/audit-room";
import { KnownAnswers } from "@/components/ui/known-answers";
import { load } from "@/lib/api/load";
import { handleListTeamAuditLog } from "@/lib/audit/list-audit-log";
import { handleListProjects } from "@/lib/projects/list-projects";

type Props = { params: Promise<{ team: string }>; searchParams: Search };

export const generateMetadata = ({ params }: Props) =>
  titled(async () => `Audit trail · ${(await findTeam((await params).team)).name}`);

export default async function TeamAuditPage({ params, searchParams }: Props) {
  const { id: teamId, name } = await findTeam((await params).team);
  const known = await knownList(teamAuditList, handleListTeamAuditLog, { teamId }, searchParams);
  const projects = await load(handleListProjects, { teamId, fields: ["name"] });
  return (
    <KnownAnswers known={[known]}>
      <TeamAuditRoom
        teamId={teamId}
        name={name}
        projects={Object.fromEntries(projects.map((project) => [project.id, project.name]))}
      />
    </KnownAnswers>
  );
}
