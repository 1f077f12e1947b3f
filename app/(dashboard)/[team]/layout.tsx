import { headers } from "next/headers";
import type { ReactNode } from "react";
import { projectsAt, showsPathUrls, teamsAt, teamsOfFrame } from "@/app/(dashboard)/find-project";
import { ProjectUrls } from "@/components/shell/project-urls";
import { myTeams, projectAt, recentProjects, teamAt } from "@/components/shell/shell-queries";
import { WorkspaceShell } from "@/components/shell/workspace-shell";
import type { Known } from "@/components/ui/known-answers";
import { KnownAnswers } from "@/components/ui/known-answers";
import { currentUser, load } from "@/lib/api/load";
import { env } from "@/lib/platform/env/env";
import { targetHeader } from "@/lib/platform/hosts/project-host";
import { listProjects } from "@/lib/projects/contract";
import { handleListProjects } from "@/lib/projects/list-projects";
import { listTeams } from "@/lib/teams/contract";

type Props = { params: Promise<{ team: string }>; children: ReactNode };

/** An unknown team gets the shell too: its page then says "not found" inside it. */
export default async function TeamLayout({ params, children }: Props) {
  const { team: slug } = await params;
  const teams = await teamsAt(slug);
  const known: Known[] = [
    { op: listTeams, input: myTeams, answer: await teamsOfFrame() },
    { op: listTeams, input: teamAt(slug), answer: teams },
    ...(teams[0] ? await knownProjects(teams[0].id) : []),
  ];
  const user = await currentUser();
  return (
    <KnownAnswers known={known}>
      <ProjectUrls byPath={await showsPathUrls()} appUrl={env().appUrl}>
        <WorkspaceShell user={{ name: user?.name ?? "", email: user?.email ?? "" }}>
          {children}
        </WorkspaceShell>
      </ProjectUrls>
    </KnownAnswers>
  );
}

async function knownProjects(teamId: string): Promise<Known[]> {
  const recent = recentProjects(teamId);
  const slug = await projectInAddress();
  return [
    { op: listProjects, input: recent, answer: await load(handleListProjects, recent) },
    ...(slug
      ? [{ op: listProjects, input: projectAt(teamId, slug), answer: await projectsAt(teamId, slug) }]
      : []),
  ];
}

/** A layout gets only the route parameters down to its own segment, but the frame also names the project below it. */
async function projectInAddress(): Promise<string | undefined> {
  const target = (await headers()).get(targetHeader) ?? "";
  return target.split("?", 1)[0]?.split("/")[2];
}
