import { findProject, projectTitle } from "@/app/(dashboard)/find-project";
import { knownAnswer } from "@/app/(dashboard)/known-list";
import { MoveProject } from "@/components/projects/move-project";
import { ProjectAddress } from "@/components/projects/project-address";
import { DeleteProject, ProjectGeneral, ProjectIdentifiers } from "@/components/projects/project-settings";
import { ProjectUsage } from "@/components/projects/project-usage";
import { Callout } from "@/components/ui/callout";
import { KnownAnswers } from "@/components/ui/known-answers";
import { PageHeader } from "@/components/ui/page-header";
import { handleGetUsage } from "@/lib/projects/get-usage";

type Props = { params: Promise<{ team: string; project: string }> };

export const generateMetadata = ({ params }: Props) => projectTitle(params, "Settings");

export default async function ProjectSettingsPage({ params }: Props) {
  const { team: teamSlug, project: projectSlug } = await params;
  const { team, project } = await findProject(teamSlug, projectSlug);
  const isAdmin = team.role === "admin";
  const usage = await knownAnswer(handleGetUsage, { projectId: project.id });
  return (
    <>
      <PageHeader title="Project settings" />
      <div className="flex max-w-3xl flex-col gap-6">
        {isAdmin ? null : (
          <Callout>Only admins of {team.name} can change a project. You can look at everything.</Callout>
        )}
        <ProjectGeneral key={project.id} project={project} readOnly={!isAdmin} />
        <ProjectAddress
          key={`address-${project.slug}`}
          project={project}
          teamSlug={team.slug}
          teamReferenceId={team.referenceId}
          readOnly={!isAdmin}
        />
        <ProjectIdentifiers project={project} />
        <KnownAnswers known={[usage]}>
          <ProjectUsage projectId={project.id} />
        </KnownAnswers>
        {isAdmin ? <MoveProject key={`team-${team.id}`} project={project} /> : null}
        {isAdmin ? <DeleteProject project={project} teamSlug={team.slug} /> : null}
      </div>
    </>
  );
}
