import { findProject, projectTitle } from "@/app/(dashboard)/find-project";
import { ProjectAddress } from "@/components/projects/project-address";
import { DeleteProject, ProjectGeneral, ProjectIdentifiers } from "@/components/projects/project-settings";
import { Callout } from "@/components/ui/callout";
import { PageHeader } from "@/components/ui/page-header";

type Props = { params: Promise<{ team: string; project: string }> };

export const generateMetadata = ({ params }: Props) => projectTitle(params, "Settings");

export default async function ProjectSettingsPage({ params }: Props) {
  const { team: teamSlug, project: projectSlug } = await params;
  const { team, project } = await findProject(teamSlug, projectSlug);
  const isAdmin = team.role === "admin";
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
        {isAdmin ? <DeleteProject project={project} teamSlug={team.slug} /> : null}
      </div>
    </>
  );
}
