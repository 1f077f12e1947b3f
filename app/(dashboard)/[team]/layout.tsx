import type { ReactNode } from "react";
import { myTeams, projectsOf } from "@/app/(dashboard)/find-project";
import { WorkspaceShell } from "@/components/shell/workspace-shell";
import { currentUser } from "@/lib/api/load";

type Props = { params: Promise<{ team: string }>; children: ReactNode };

/** An unknown team gets the shell too: its page then says "not found" inside it. */
export default async function TeamLayout({ params, children }: Props) {
  const { team: slug } = await params;
  const teams = await myTeams();
  const team = teams.find((each) => each.slug === slug);
  const projects = team ? await projectsOf(team.id) : [];
  const user = await currentUser();
  return (
    <WorkspaceShell
      teams={teams.map(({ name, slug, isPersonal }) => ({ name, slug, isPersonal }))}
      projects={projects.map(({ name, slug }) => ({ name, slug }))}
      user={{ name: user?.name ?? "", email: user?.email ?? "" }}
    >
      {children}
    </WorkspaceShell>
  );
}
