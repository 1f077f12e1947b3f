import { FolderPlus } from "lucide-react";
import { findTeam, titled } from "@/app/(dashboard)/find-project";
import { knownList, type Search } from "@/app/(dashboard)/known-list";
import { CreateProject } from "@/components/projects/create-project";
import { projectsList } from "@/components/projects/projects-list";
import { ProjectsView } from "@/components/projects/projects-view";
import { EmptyState } from "@/components/ui/empty-state";
import { KnownAnswers } from "@/components/ui/known-answers";
import { PageHeader } from "@/components/ui/page-header";
import { env } from "@/lib/platform/env/env";
import { handleListProjects } from "@/lib/projects/list-projects";

type Props = { params: Promise<{ team: string }>; searchParams: Search };

export const generateMetadata = ({ params }: Props) =>
  titled(async () => `Projects · ${(await findTeam((await params).team)).name}`);

export default async function ProjectsPage({ params, searchParams }: Props) {
  const team = await findTeam((await params).team);
  const known = await knownList(projectsList, handleListProjects, { teamId: team.id }, searchParams);
  const { mockDomain } = env();
  const create = (label: string) => (
    <CreateProject
      team={{ id: team.id, slug: team.slug, referenceId: team.referenceId }}
      mockDomain={mockDomain}
      label={label}
    />
  );
  return (
    <>
      <PageHeader
        title="Projects"
        description={`Everything that ${team.name} works on.`}
        actions={create("New project")}
      />
      <KnownAnswers known={[known]}>
        <ProjectsView
          teamId={team.id}
          teamSlug={team.slug}
          empty={
            <EmptyState
              icon={<FolderPlus />}
              title="Create your first project"
              text="A project has a host of its own for mocks and webhooks, and its own flags and releases."
              action={create("Create a project")}
            />
          }
        />
      </KnownAnswers>
    </>
  );
}
