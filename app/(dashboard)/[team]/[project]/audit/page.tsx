import { findProject, projectTitle } from "@/app/(dashboard)/find-project";
import { knownList, type Search } from "@/app/(dashboard)/known-list";
import { projectAuditList } from "@/components/audit/audit-lists";
import { ProjectAuditRoom } from "@/components/audit/audit-room";
import { KnownAnswers } from "@/components/ui/known-answers";
import { handleListProjectAuditLog } from "@/lib/audit/list-audit-log";

type Props = { params: Promise<{ team: string; project: string }>; searchParams: Search };

export const generateMetadata = ({ params }: Props) => projectTitle(params, "Audit trail");

export default async function ProjectAuditPage({ params, searchParams }: Props) {
  const { team, project: slug } = await params;
  const { project } = await findProject(team, slug);
  const scope = { projectId: project.id };
  const known = await knownList(projectAuditList, handleListProjectAuditLog, scope, searchParams);
  return (
    <KnownAnswers known={[known]}>
      <ProjectAuditRoom projectId={project.id} name={project.name} />
    </KnownAnswers>
  );
}
