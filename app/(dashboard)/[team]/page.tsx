import { FolderPlus } from "lucide-react";
import type { Metadata } from "next";
import { findTeam, projectsOf } from "@/app/(dashboard)/find-project";
import { CodeSnippet } from "@/components/code-snippet";
import { CreateProject } from "@/components/create-project";
import { curlCommand } from "@/components/curl-command";
import { EmptyState } from "@/components/empty-state";
import { ProjectList } from "@/components/project-list";
import { PageHeader } from "@/components/ui/page-header";
import { currentUser } from "@/lib/http/load";
import { env } from "@/lib/platform/env/env";

export const metadata: Metadata = { title: "Projects" };

type Props = { params: Promise<{ team: string }> };

export default async function ProjectsPage({ params }: Props) {
  const team = await findTeam((await params).team);
  const projects = await projectsOf(team.id);
  const { appUrl, mockDomain } = env();
  const create = (
    <CreateProject
      team={{ id: team.id, slug: team.slug, referenceId: team.referenceId }}
      mockDomain={mockDomain}
      first={projects.length === 0}
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
  const email = (await currentUser())?.email ?? "you@example.com";
  return (
    <>
      <PageHeader title="Projects" description={`Everything that ${team.name} works on.`} />
      <EmptyState
        icon={<FolderPlus />}
        title="Create your first project"
        text="A project has a host of its own for mocks and webhooks, and its own flags and releases."
        action={create}
      >
        <CodeSnippet label="Or from your terminal" code={createByCurl(appUrl, team.id, email)} />
      </EmptyState>
    </>
  );
}

function createByCurl(appUrl: string, teamId: string, email: string): string {
  const signIn = curlCommand({
    method: "POST",
    url: `${appUrl}/api/auth/sign-in`,
    flags: ["-c cookies.txt"],
    json: { email, password: "your password" },
  });
  const create = curlCommand({
    method: "POST",
    url: `${appUrl}/api/teams/${teamId}/projects`,
    flags: ["-b cookies.txt"],
    json: { name: "My project", slug: "my-project" },
  });
  return `${signIn}\n\n${create}`;
}
