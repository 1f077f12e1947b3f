import { FolderPlus } from "lucide-react";
import { findTeam, projectsOf, titled } from "@/app/(dashboard)/find-project";
import { CreateProject } from "@/components/projects/create-project";
import { ProjectList } from "@/components/projects/project-list";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHeader } from "@/components/ui/page-header";
import { env } from "@/lib/platform/env/env";

type Props = { params: Promise<{ team: string }> };

export const generateMetadata = ({ params }: Props) =>
  titled(async () => `Projects · ${(await findTeam((await params).team)).name}`);

export default async function ProjectsPage({ params }: Props) {
  const team = await findTeam((await params).team);
  const projects = await projectsOf(team.id);
  const { mockDomain } = env();
  const create = (
    <CreateProject
      team={{ id: team.id, slug: team.slug, referenceId: team.referenceId }}
      mockDomain={mockDomain}
    />
  );
  if (projects.length > 0) {
    return (
      <>
        <PageHeader
          title="Projects"
          description={`Everything that ${team.name} works on.`}
          actions={create}
        />
        <ProjectList teamSlug={team.slug} projects={projects} />
      </>
    );
  }
  return (
    <>
      <PageHeader title="Projects" description={`Everything that ${team.name} works on.`} />
      <EmptyState
        icon={<FolderPlus />}
        title="Create your first project"
        text="A project has a host of its own for mocks and webhooks, and its own flags and releases."
        action={create}
      />
    </>
  );
}
